package dev.otters.server.http;

import io.helidon.http.Method;
import io.helidon.webserver.http.Handler;

/**
 * Is one operation of the API.
 *
 * @param method such as GET
 * @param path with {@code {parameters}}
 * @param handler answers it; what it throws is answered as a problem
 */
public record Endpoint(Method method, String path, Handler handler) {
  static Endpoint get(String path, Handler handler) {
    return new Endpoint(Method.GET, path, handler);
  }

  static Endpoint post(String path, Handler handler) {
    return new Endpoint(Method.POST, path, handler);
  }

  static Endpoint delete(String path, Handler handler) {
    return new Endpoint(Method.DELETE, path, handler);
  }
}
