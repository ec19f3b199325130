package dev.otters.server.http;

import dev.otters.api.Json;
import dev.otters.api.Problem;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;

/** Writes answers. */
final class Reply {
  private Reply() {}

  static void json(ServerResponse response, Object value) {
    json(response, 200, value);
  }

  static void json(ServerResponse response, int status, Object value) {
    send(response, status, "application/json", Json.write(value));
  }

  static void problem(ServerResponse response, Problem problem) {
    send(response, problem.status(), Problem.MEDIA_TYPE, Json.write(problem));
  }

  private static void send(ServerResponse response, int status, String type, String text) {
    response.status(Status.create(status));
    response.header(HeaderNames.CONTENT_TYPE, type);
    response.header(HeaderNames.CACHE_CONTROL, "no-store");
    response.send(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
