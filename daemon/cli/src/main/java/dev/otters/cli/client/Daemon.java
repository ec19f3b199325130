package dev.otters.cli.client;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Progress;
import dev.otters.api.Streams;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of a daemon. Every method throws {@link ApiException} when the daemon refuses the
 * request, cannot be reached, or closes the connection early.
 */
public final class Daemon {
  private static final Duration USUAL = Duration.ofMinutes(2);
  private static final Duration CHECKS = Duration.ofHours(2);

  private final Endpoint endpoint;
  private final Access access;
  private final Http http;

  Daemon(Endpoint endpoint, Access access) {
    this.endpoint = endpoint;
    this.access = access;
    this.http = new Http(endpoint, access);
  }

  /** Returns whether the daemon answers and is healthy. */
  boolean healthy() {
    try (Http.Answer answer =
        http.send("GET", "/healthz", List.of(), Content.none(), Duration.ofSeconds(5))) {
      return answer.status() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** Reads a record. */
  public <T> T get(Route route, Class<T> type) {
    return Json.read(exchange("GET", route, Content.none(), USUAL), type);
  }

  /** Sends a record and reads one. */
  public <T> T post(Route route, Object body, Class<T> type) {
    return Json.read(exchange("POST", route, new Content.Message(body), USUAL), type);
  }

  /** Replaces a resource and reads the new one. */
  public <T> T put(Route route, Object body, Class<T> type) {
    return Json.read(exchange("PUT", route, new Content.Message(body), USUAL), type);
  }

  /** Sends a request without a body and reads a record. */
  public <T> T post(Route route, Class<T> type) {
    return Json.read(exchange("POST", route, Content.none(), USUAL), type);
  }

  /**
   * Sends a request that may wait for the checks of an outcome, and reads a record.
   *
   * @param content the body; {@link Content#none} for none
   */
  public <T> T postChecked(Route route, Content content, Class<T> type) {
    return Json.read(exchange("POST", route, content, CHECKS), type);
  }

  /** Removes a resource and reads the result. */
  public <T> T delete(Route route, Class<T> type) {
    return Json.read(exchange("DELETE", route, Content.none(), USUAL), type);
  }

  /**
   * Sends a request that has no result.
   *
   * @param extra the time to add to the usual timeout
   */
  public void post(Route route, Duration extra) {
    var _ = exchange("POST", route, Content.none(), USUAL.plus(extra));
  }

  /** Sends a record in a request that has no result. */
  public void post(Route route, Content.Message body) {
    var _ = exchange("POST", route, body, USUAL);
  }

  /** Removes a resource. */
  public void delete(Route route) {
    var _ = exchange("DELETE", route, Content.none(), USUAL);
  }

  /** Starts long work, reports each step and returns the result. */
  public <T> T work(Route route, Content content, Class<T> type, Consumer<Progress> steps) {
    return work("POST", route, content, type, steps);
  }

  /** Reads a record without a timeout, as from a registry. */
  public <T> T look(Route route, Class<T> type) {
    return work("GET", route, Content.none(), type, _ -> {});
  }

  private <T> T work(
      String method, Route route, Content content, Class<T> type, Consumer<Progress> steps) {
    try (SseReader events = open(method, route, Map.of(), content)) {
      for (SseReader.Event event; (event = events.next()) != null; ) {
        switch (event.name()) {
          case Streams.PROGRESS -> steps.accept(Json.read(event.data(), Progress.class));
          case Streams.RESULT -> {
            return Json.read(event.data(), type);
          }
          case Streams.ERROR -> throw new ApiException(Json.read(event.data(), Problem.class));
          default -> {}
        }
      }
    } catch (IOException e) {
      throw lost(e);
    }
    throw lost(new EOFException("the answer ended early"));
  }

  /**
   * Downloads a file.
   *
   * @param out the destination; stays open
   * @param read receives the number of bytes so far
   * @throws IOException when {@code out} fails
   */
  public void download(Route route, OutputStream out, LongConsumer read) throws IOException {
    try (Http.Answer answer = download(route)) {
      InputStream in = opened(answer);
      byte[] buffer = new byte[1 << 16];
      long done = 0;
      for (int n = next(in, buffer, 0, buffer.length);
          n >= 0;
          n = next(in, buffer, 0, buffer.length)) {
        out.write(buffer, 0, n);
        done += n;
        read.accept(done);
      }
      out.flush();
    }
  }

  /** Reads a download to its end. */
  @FunctionalInterface
  public interface Receiver {
    /** Reads the whole stream. Its failures are those of the connection. */
    void receive(InputStream in) throws IOException;
  }

  /**
   * Downloads a stream that has a trailer.
   *
   * @return the value of the trailer
   * @throws IOException when the receiver fails
   */
  public String download(Route route, Receiver receiver, String trailer) throws IOException {
    try (Http.Answer answer = download(route)) {
      InputStream in = opened(answer);
      receiver.receive(
          new InputStream() {
            @Override
            public int read() {
              byte[] one = new byte[1];
              return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
              return next(in, bytes, offset, length);
            }
          });
      return answer
          .trailer(trailer)
          .orElseThrow(() -> lost(new EOFException("the answer ended early")));
    }
  }

  /** Sends a stream and reads a record. */
  public <T> T upload(Route route, Content content, Class<T> type) {
    return Json.read(exchange("PUT", route, content, USUAL), type);
  }

  private Http.Answer download(Route route) {
    try {
      return http.send(
          "GET", route.toString(), headers(route, "application/x-tar"), Content.none(), null);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  private InputStream opened(Http.Answer answer) {
    try {
      if (answer.status() != 200) {
        check(answer.status(), answer.text());
      }
      return answer.body();
    } catch (IOException e) {
      throw lost(e);
    }
  }

  private int next(InputStream in, byte[] buffer, int offset, int length) {
    try {
      return in.read(buffer, offset, length);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /**
   * Opens a stream of events.
   *
   * @param last the id of the last known event, null to start at the first
   * @throws IOException when the connection breaks
   */
  public SseReader stream(Route route, @Nullable String last) throws IOException {
    return open(
        "GET", route, last == null ? Map.of() : Map.of("Last-Event-ID", last), Content.none());
  }

  /** Opens a request whose body is written while the body of its answer is read. */
  public Duplex duplex(Route route, String type) {
    try {
      return Duplex.open(endpoint, access, route, type);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  private String exchange(String method, Route route, Content content, Duration wait) {
    try (Http.Answer answer =
        http.send(method, route.toString(), headers(route, "application/json"), content, wait)) {
      String text = answer.text();
      check(answer.status(), text);
      return text;
    } catch (SocketTimeoutException e) {
      throw new ApiException(
          Problem.of(
              ErrorCode.TIMEOUT,
              "the daemon did not answer within " + wait.toSeconds() + " seconds",
              "See ottersd.log in its home."),
          e);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  private SseReader open(String method, Route route, Map<String, String> headers, Content content)
      throws IOException {
    List<Map.Entry<String, String>> all = headers(route, "text/event-stream");
    all.addAll(headers.entrySet());
    Http.Answer answer = http.send(method, route.toString(), all, content, null);
    if (answer.status() == 200) {
      return new SseReader(answer.body(), answer::close);
    }
    try (answer) {
      check(answer.status(), answer.text());
    }
    throw new IOException("the daemon answered " + answer.status());
  }

  private static List<Map.Entry<String, String>> headers(Route route, String accepted) {
    List<Map.Entry<String, String>> headers = new ArrayList<>(route.headers());
    headers.add(Map.entry("Accept", accepted));
    return headers;
  }

  static void check(int status, String text) {
    if (status >= 200 && status < 300) {
      return;
    }
    throw new ApiException(problem(status, text));
  }

  private static Problem problem(int status, String text) {
    if (text.startsWith("{")) {
      try {
        return Json.read(text, Problem.class);
      } catch (IllegalArgumentException e) {
        return unreadable(status, text);
      }
    }
    return unreadable(status, text);
  }

  private static Problem unreadable(int status, String text) {
    String shown = text.length() > 200 ? text.substring(0, 200) : text;
    return new Problem(
        status,
        ErrorCode.INTERNAL,
        "the daemon answered with status " + status,
        shown,
        null,
        List.of(),
        List.of(),
        null);
  }

  /** Returns the exception for a broken stream. */
  public ApiException lost(IOException cause) {
    return new ApiException(
        Problem.of(
            ErrorCode.DAEMON_UNREACHABLE,
            "lost the connection to the daemon at " + endpoint + ": " + cause.getMessage(),
            "See ottersd.log in its home."),
        cause);
  }
}
