package dev.otters.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that break a rule or a limit, and the connections that they came on. */
@Timeout(60)
class HttpAnswersTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final HttpRoute ANY = new HttpRoute(AddressRule.ANY, Trust.SYSTEM);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final String EVIL = OK.replace("ok", "no");
  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";

  @AutoClose
  private final HttpConnections connections = new HttpConnections(new HttpTimes(LONG, LONG, LONG));

  private String send(ScriptedServer server, String method) throws IOException {
    try (HttpAnswer answer = connections.send(HttpCall.of(method, server.uri(), Map.of()), ANY)) {
      return new String(answer.bytes(1 << 20), US_ASCII);
    }
  }

  private String get(ScriptedServer server) throws IOException {
    return send(server, "GET");
  }

  static final List<String> BEYOND_A_LIMIT =
      List.of(
          "HTTP/1.1 200 OK\r\nA: " + "x".repeat(17 << 10) + "\r\nContent-Length: 2\r\n\r\nok",
          "HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(201) + "Content-Length: 2\r\n\r\nok",
          "HTTP/1.1 100 Continue\r\n\r\n".repeat(21) + OK,
          "HTTP/1.1 101 Switching Protocols\r\n\r\n" + OK,
          CHUNKED + "\r\n2;" + "x".repeat(5000) + "\r\nok\r\n0\r\n\r\n",
          CHUNKED + "\r\n" + "f".repeat(16) + "\r\nok\r\n0\r\n\r\n",
          CHUNKED + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n");

  @ParameterizedTest
  @FieldSource("BEYOND_A_LIMIT")
  void aResponseBeyondALimitFails(String answer) throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> get(server));
    }
  }

  @Test
  void aResponseWithinTheLimitsIsRead() throws IOException {
    String answer =
        "HTTP/1.1 100 Continue\r\n\r\n".repeat(20)
            + "HTTP/1.1 200 OK\r\n"
            + ("A: " + "x".repeat(1000) + "\r\n").repeat(199)
            + "Content-Length: 2\r\n\r\nok";
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      assertThat(get(server)).isEqualTo("ok");
    }
  }

  /** Otherwise two parsers could disagree about where a response ends. */
  @Test
  void aChunkedBodyIsNotReadByItsLength() throws IOException {
    String answer = CHUNKED + "Content-Length: 1\r\n\r\n2\r\nok\r\n0\r\n\r\n";
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      assertThat(get(server)).isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HEAD, HTTP/1.1 200 OK|Content-Length: 9||",
    "GET, HTTP/1.1 204 No Content||",
    "GET, HTTP/1.1 304 Not Modified|Content-Length: 9||",
  })
  void aResponseThatHasNoBodyIsNotWaitedFor(String method, String answer) throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(answer.replace("|", "\r\n"))) {
      assertThat(send(server, method)).isEmpty();
      assertThat(send(server, method)).isEmpty();
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.0 200 OK|Content-Length: 2||ok",
        "HTTP/1.1 200 OK|Content-Length: 2|Connection: Close||ok",
        "HTTP/1.1 200 OK|Transfer-Encoding: chunked|Connection: close||2|ok|0||",
      })
  void aConnectionThatTheServerWillCloseIsNotUsedAgain(String answer) throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(answer.replace("|", "\r\n"))) {
      assertThat(get(server)).isEqualTo("ok");
      assertThat(get(server)).isEqualTo("ok");
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  @Test
  void aConnectionOnWhichMoreThanTheResponseCameIsNotUsedAgain() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(OK + EVIL)) {
      assertThat(get(server)).isEqualTo("ok");
      assertThat(get(server)).isEqualTo("ok");
    }
  }

  @Test
  void aConnectionOnWhichBytesCameWhileItWasIdleIsNotUsedAgain() throws Exception {
    CountDownLatch idle = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(1);
    try (ScriptedServer server =
        new ScriptedServer(
            connection -> {
              while (ScriptedServer.reads(connection)) {
                ScriptedServer.write(connection, OK);
                idle.await();
                ScriptedServer.write(connection, EVIL);
                sent.countDown();
              }
            })) {
      assertThat(get(server)).isEqualTo("ok");
      idle.countDown();
      assertThat(sent.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(get(server)).isEqualTo("ok");
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  /** Otherwise a server that refuses or stalls again and again uses up the process's sockets. */
  @Test
  void aConnectionWhoseRequestFailedIsClosed() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    try (ScriptedServer server =
        new ScriptedServer(
            connection -> {
              ScriptedServer.write(connection, "SSH-2.0\r\n");
              while (ScriptedServer.reads(connection)) {
                // Waits until the client closes the connection.
              }
              left.countDown();
            })) {
      assertThatExceptionOfType(NoHttp.class).isThrownBy(() -> get(server));
      assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void eightIdleConnectionsAreKeptAndNoneAfterTheClientIsClosed() throws Exception {
    CountDownLatch closedLate = new CountDownLatch(10);
    try (ScriptedServer server =
        new ScriptedServer(
            connection -> {
              while (ScriptedServer.reads(connection)) {
                ScriptedServer.write(connection, OK);
              }
              closedLate.countDown();
            })) {
      assertThat(atOnce(server, 10)).isEqualTo(10);
      assertThat(atOnce(server, 10)).isEqualTo(12);
      List<HttpAnswer> open = open(server, 1);
      connections.close();
      for (HttpAnswer answer : open) {
        assertThat(answer.bytes(9)).hasSize(2);
        answer.close();
      }
      assertThat(closedLate.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(get(server)).isEqualTo("ok");
      assertThat(get(server)).isEqualTo("ok");
      assertThat(server.accepted()).isEqualTo(14);
    }
  }

  /** Makes requests at once and returns the number of connections so far. */
  private int atOnce(ScriptedServer server, int count) throws IOException {
    for (HttpAnswer answer : open(server, count)) {
      assertThat(answer.bytes(9)).hasSize(2);
      answer.close();
    }
    return server.accepted();
  }

  private List<HttpAnswer> open(ScriptedServer server, int count) {
    HttpCall call = HttpCall.of("GET", server.uri(), Map.of());
    return IntStream.range(0, count).mapToObj(_ -> sent(call)).toList();
  }

  private HttpAnswer sent(HttpCall call) {
    try {
      return connections.send(call, ANY);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nX: y", "a\nb", "\u0000", "\u00e4"})
  void aHeaderCannotSmuggleInAnother(String value) throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      HttpCall call = HttpCall.of("GET", server.uri(), Map.of("A", value));
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> connections.send(call, ANY));
    }
  }

  @Test
  void aLargeBodyGivesTheServerMoreTimeToRespond() throws IOException {
    byte[] large = new byte[8 << 20];
    CountDownLatch never = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  byte[] unused = connection.getInputStream().readNBytes(large.length);
                  boolean _ = never.await(200, TimeUnit.MILLISECONDS);
                  ScriptedServer.write(connection, OK);
                });
        HttpConnections hurried =
            new HttpConnections(new HttpTimes(LONG, Duration.ofMillis(1), LONG))) {
      HttpCall call = HttpCall.of("PUT", server.uri(), Map.of(), HttpBody.of(large));
      try (HttpAnswer answer = hurried.send(call, ANY)) {
        assertThat(answer.status()).isEqualTo(200);
      }
    }
  }
}
