package dev.otters.server.http;

import io.helidon.http.Method;

/**
 * Is one operation of the API.
 *
 * @param path with {@code {parameters}}
 */
record Endpoint(Method method, String path, Handler handler) {
  /** Answers requests. */
  @FunctionalInterface
  interface Handler {
    /** Does what is asked; anything that it throws is answered as a problem. */
    Reply handle(Request request);
  }

  static Endpoint get(String path, Handler handler) {
    return new Endpoint(Method.GET, path, handler);
  }

  static Endpoint post(String path, Handler handler) {
    return new Endpoint(Method.POST, path, handler);
  }

  static Endpoint put(String path, Handler handler) {
    return new Endpoint(Method.PUT, path, handler);
  }

  static Endpoint delete(String path, Handler handler) {
    return new Endpoint(Method.DELETE, path, handler);
  }
}
