package dev.otters.server.http;

import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.ExecFrame;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes answers other than streams. */
final class Replies {
  /** The part of a rejected body that is read, since its sender reads the answer afterwards. */
  private static final long MOST_DRAINED = 16L << 20;

  private static final String DUPLEX = ExecFrame.MEDIA_TYPE;
  private static final int UNAUTHORIZED = 401;

  private Replies() {}

  static void send(ServerResponse response, int status, Object body) {
    write(response, status, "application/json", body);
  }

  static void problem(ServerRequest request, ServerResponse response, Problem problem) {
    if (!drained(request)) {
      response.header(HeaderValues.CONNECTION_CLOSE);
    }
    if (problem.status() == UNAUTHORIZED) {
      response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    write(response, problem.status(), Problem.MEDIA_TYPE, problem);
  }

  private static void write(ServerResponse response, int status, String type, Object body) {
    response.status(status);
    response.header(HeaderNames.CONTENT_TYPE, type);
    response.header(HeaderNames.CACHE_CONTROL, "no-store");
    response.send(Json.write(body).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads the rest of the body. Returns false if it is too large, the client is gone, another
   * reader has begun to read it, or the client reads the answer before it ends the body.
   */
  private static boolean drained(ServerRequest request) {
    if (!request.content().hasEntity() || request.content().consumed()) {
      return true;
    }
    if (request.headers().first(HeaderNames.CONTENT_TYPE).filter(DUPLEX::equals).isPresent()) {
      return false;
    }
    try {
      return drained(request.content().inputStream());
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Reads the rest of a request that is rejected. */
  static boolean drained(InputStream in) {
    return drained(in, MOST_DRAINED);
  }

  /** Reads the rest. Returns false if it is too large or ends early. */
  static boolean drained(InputStream in, long most) {
    try {
      new LimitedInput(in, most, TooMuch::new).transferTo(OutputStream.nullOutputStream());
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
