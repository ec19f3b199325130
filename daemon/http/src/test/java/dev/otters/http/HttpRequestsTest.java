package dev.otters.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent, to whom, and how servers react to it. */
@Timeout(60)
class HttpRequestsTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final HttpTimes PATIENT = new HttpTimes(LONG, LONG, LONG);
  private static final HttpRoute ANY = new HttpRoute(AddressRule.ANY, Trust.SYSTEM);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @TempDir Path folder;

  private static int send(HttpConnections connections, HttpCall call) throws IOException {
    try (HttpAnswer answer = connections.send(call, ANY)) {
      return answer.status();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, '', GET /x HTTP/1.1, false",
    "HEAD, '', HEAD /x HTTP/1.1, false",
    "POST, '', POST /x HTTP/1.1, true",
    "DELETE, '', DELETE /x HTTP/1.1, true",
    "GET, ?a=%20b, GET /x?a=%20b HTTP/1.1, false",
  })
  void aRequestSaysItsTargetAndTheLengthOfItsBody(
      String method, String query, String line, boolean length) throws Exception {
    CompletableFuture<String> head = new CompletableFuture<>();
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  byte[] request = new byte[8192];
                  int size = connection.getInputStream().read(request);
                  head.complete(new String(request, 0, size, US_ASCII));
                  ScriptedServer.write(connection, OK);
                });
        HttpConnections connections = new HttpConnections(PATIENT)) {
      URI uri = URI.create(server.uri() + query);
      send(connections, HttpCall.of(method, uri, Map.of("X-A", "b")));

      assertThat(head.get())
          .startsWith(line + "\r\nHost: " + uri.getAuthority() + "\r\n")
          .contains("\r\nX-A: b\r\n")
          .endsWith("\r\n\r\n");
      assertThat(head.get().contains("\r\nContent-Length: 0\r\n")).isEqualTo(length);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, 301, true",
    "HEAD, 303, true",
    "POST, 303, false",
    "PUT, 302, false",
    "PUT, 307, true",
    "POST, 308, true",
    "GET, 304, false",
    "GET, 300, false"
  })
  void onlyReadsFollowRedirectsThatMayDropTheBody(String method, int status, boolean followed) {
    HttpCall call = HttpCall.of(method, URI.create("http://a/"), Map.of());

    assertThat(call.isRedirectedBy(status)).isEqualTo(followed);
  }

  @Test
  void aRefusalThatComesBeforeTheWholeBodyWasSentIsRead() throws IOException {
    try (ScriptedServer server =
            leavingEarly("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
        HttpConnections connections = new HttpConnections(PATIENT)) {
      assertThat(send(connections, large(server))).isEqualTo(413);
    }
  }

  @Test
  void aSuccessThatComesBeforeTheWholeBodyWasSentIsNone() throws IOException {
    try (ScriptedServer server = leavingEarly(OK);
        HttpConnections connections = new HttpConnections(PATIENT)) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> send(connections, large(server)));
    }
  }

  private static ScriptedServer leavingEarly(String answer) throws IOException {
    return new ScriptedServer(
        connection -> {
          if (ScriptedServer.reads(connection)) {
            ScriptedServer.write(connection, answer);
          }
        });
  }

  private static HttpCall large(ScriptedServer server) {
    return HttpCall.of("PUT", server.uri(), Map.of(), HttpBody.once(new byte[32 << 20]));
  }

  @Test
  void anUploadThatIsSlowButGoesOnIsNotGivenUp() throws IOException {
    HttpTimes times = new HttpTimes(LONG, LONG, Duration.ofMillis(1500));
    try (ScriptedServer server = ScriptedServer.readingSlowly(OK);
        HttpConnections connections = new HttpConnections(times)) {
      assertThat(send(connections, large(server))).isEqualTo(200);
    }
  }

  @Test
  void noAddressIsTriedIfOneOfThemIsNotAllowed() throws IOException {
    InetAddress forbidden = InetAddress.ofLiteral("127.0.0.2");
    HttpRoute route = new HttpRoute(address -> !address.equals(forbidden), Trust.SYSTEM);
    HttpConnections.Resolver both =
        _ -> new InetAddress[] {InetAddress.ofLiteral("127.0.0.1"), forbidden};
    try (ScriptedServer server = ScriptedServer.answering(OK);
        HttpConnections connections = new HttpConnections(PATIENT, Proxies.NONE, both, LONG)) {
      HttpCall call = HttpCall.of("GET", named(server, "http://two.example"), Map.of());

      assertThatExceptionOfType(ForbiddenAddressException.class)
          .isThrownBy(() -> connections.send(call, route));
      assertThat(server.accepted()).isZero();
    }
  }

  @Test
  void aNameThatThisMachineKnowsAsForbiddenIsNotGivenToAProxy() throws IOException {
    HttpRoute outside = new HttpRoute(AddressRule.OUTSIDE, Trust.SYSTEM);
    HttpConnections.Resolver inside =
        host ->
            new InetAddress[] {
              InetAddress.ofLiteral(host.startsWith("meta") ? "169.254.169.254" : "127.0.0.1")
            };
    try (ScriptedServer proxy = ScriptedServer.answering(OK)) {
      Proxies proxies = new Proxies(Map.of("HTTP_PROXY", named(proxy, "http://proxy").toString()));
      try (HttpConnections connections = new HttpConnections(PATIENT, proxies, inside, LONG)) {
        HttpCall call = HttpCall.of("GET", URI.create("http://meta.example/x"), Map.of());

        assertThatExceptionOfType(ForbiddenAddressException.class)
            .isThrownBy(() -> connections.send(call, outside));
        assertThat(proxy.accepted()).isZero();
      }
    }
  }

  private static URI named(ScriptedServer server, String place) {
    return URI.create(place + ":" + server.uri().getPort() + "/x");
  }

  /** The bytes would become the first ones of the encrypted connection. */
  @Test
  void aProxyThatSaysMoreThanThatTheTunnelIsOpenIsLeft() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    try (ScriptedServer proxy =
        new ScriptedServer(
            connection -> {
              while (ScriptedServer.reads(connection)) {
                ScriptedServer.write(connection, "HTTP/1.1 200 OK\r\n\r\nmore");
              }
              left.countDown();
            })) {
      Proxies proxies = new Proxies(Map.of("HTTPS_PROXY", proxy.uri().toString()));
      try (HttpConnections connections = new HttpConnections(PATIENT, proxies)) {
        HttpCall call = HttpCall.of("GET", URI.create("https://r.example/x"), Map.of());

        assertThatExceptionOfType(IOException.class)
            .isThrownBy(() -> connections.send(call, ANY))
            .withMessageContaining("opened no tunnel to r.example:443");
        assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  @Test
  void aServerThatAnswersLikeAProxyIsNotTakenForOne() throws IOException {
    try (ScriptedServer server =
            ScriptedServer.answering("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n");
        HttpConnections connections = new HttpConnections(PATIENT)) {
      assertThat(send(connections, HttpCall.of("GET", server.uri(), Map.of()))).isEqualTo(407);
    }
  }

  @Test
  void aConnectionWhoseHandshakeFailedIsClosed() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  ScriptedServer.write(connection, "HTTP/1.1 400 Bad Request\r\n\r\n");
                  while (ScriptedServer.reads(connection)) {
                    // Waits until the client closes the connection.
                  }
                  left.countDown();
                });
        HttpConnections connections = new HttpConnections(PATIENT)) {
      HttpCall call = HttpCall.of("GET", named(server, "https://127.0.0.1"), Map.of());

      assertThatExceptionOfType(SSLException.class).isThrownBy(() -> connections.send(call, ANY));
      assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void connectionsThatBecomeIdleOneAfterTheOtherAreAllClosed() throws Exception {
    CountDownLatch left = new CountDownLatch(2);
    CountDownLatch never = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  while (ScriptedServer.reads(connection)) {
                    ScriptedServer.write(connection, OK);
                  }
                  left.countDown();
                });
        HttpConnections connections =
            new HttpConnections(
                PATIENT, Proxies.NONE, InetAddress::getAllByName, Duration.ofMillis(400))) {
      HttpCall call = HttpCall.of("GET", server.uri(), Map.of());
      HttpAnswer later = connections.send(call, ANY);
      connections.send(call, ANY).close();
      boolean _ = never.await(200, TimeUnit.MILLISECONDS);
      assertThat(later.bytes(9)).hasSize(2);

      assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no certificate"})
  void aFileWithoutACertificateIsNamed(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("ca.crt"), content);

    assertThatExceptionOfType(UnusableCertificatesException.class)
        .isThrownBy(() -> new Trust(List.of(file)).sockets())
        .withMessageContaining(file.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "retry-after, 7, 7000",
    "retry-after, 1.5, 1500",
    "retry-after-ms, 250, 250",
    "retry-after, 3600, 3600000",
    "retry-after, 3601, 3600000",
    "retry-after, 999999999999999, 3600000",
    "retry-after, 'Sun, 22 Nov 2026 10:00:30 GMT', 30000",
    "retry-after, 'Sun, 22 Nov 2026 09:59:00 GMT', 0",
    "retry-after, -5, ",
    "retry-after, soon, ",
    "retry-after-ms, 1e9, ",
  })
  void theWaitThatAServerAsksForIsReadByItsOwnClock(String header, String value, Long millis) {
    Map<String, List<String>> headers =
        Map.of(header, List.of(value), "date", List.of("Sun, 22 Nov 2026 10:00:00 GMT"));

    assertThat(RetryAfter.of(new HttpAnswer(503, headers, InputStream.nullInputStream())))
        .isEqualTo(Optional.ofNullable(millis).map(Duration::ofMillis));
  }
}
