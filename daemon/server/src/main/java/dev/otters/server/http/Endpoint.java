package dev.otters.server.http;

import io.helidon.http.Method;

/**
 * One operation of the API.
 *
 * @param path the path, with {@code {parameters}}
 * @param rooted whether tokens that are bound to namespaces may use it; others are the operator's
 */
public record Endpoint(Method method, String path, Handler handler, boolean rooted) {
  /** Answers requests. */
  @FunctionalInterface
  public interface Handler {
    /** Handles a request. An exception becomes a problem in the answer. */
    Reply handle(Request request) throws InterruptedException;
  }

  /** Returns an operation that reads. */
  public static Endpoint get(String path, Handler handler) {
    return new Endpoint(Method.GET, path, handler, false);
  }

  /** Returns an operation that creates or changes something. */
  public static Endpoint post(String path, Handler handler) {
    return new Endpoint(Method.POST, path, handler, false);
  }

  /** Returns an operation that replaces something. */
  public static Endpoint put(String path, Handler handler) {
    return new Endpoint(Method.PUT, path, handler, false);
  }

  /** Returns an operation that removes something. */
  public static Endpoint delete(String path, Handler handler) {
    return new Endpoint(Method.DELETE, path, handler, false);
  }

  /** Returns the same operation, also for tokens that are bound to namespaces. */
  public Endpoint withRoots() {
    return new Endpoint(method, path, handler, true);
  }
}
