package dev.otters.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of bodies and tunnels, and the connections that end with them. */
@Timeout(60)
class HttpBodiesTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final HttpTimes PATIENT = new HttpTimes(LONG, LONG, LONG);
  private static final HttpRoute ANY = new HttpRoute(AddressRule.ANY, Trust.SYSTEM);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @TempDir Path folder;

  private static void readHead(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(US_ASCII).endsWith("\r\n\r\n")) {
      head.write(in.read());
    }
  }

  private Path file(byte[] content) throws IOException {
    return Files.write(folder.resolve("file"), content);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, (2 << 20) + 1})
  void aPartOfAFileIsSentAndNothingMore(int length) throws Exception {
    byte[] content = new byte[4 << 20];
    new Random(1).nextBytes(content);
    CompletableFuture<byte[]> body = new CompletableFuture<>();
    CompletableFuture<byte[]> rest = new CompletableFuture<>();
    List<Long> sent = new ArrayList<>();
    try (ScriptedServer server =
        new ScriptedServer(
            connection -> {
              InputStream in = connection.getInputStream();
              readHead(in);
              body.complete(in.readNBytes(length));
              ScriptedServer.write(connection, OK);
              rest.complete(in.readAllBytes());
            })) {
      try (HttpConnections connections = new HttpConnections(PATIENT)) {
        HttpBody part = HttpBody.of(file(content), 1000, length, sent::add);
        connections.send(HttpCall.of("PUT", server.uri(), Map.of(), part), ANY).close();
      }

      assertThat(body.get(20, TimeUnit.SECONDS))
          .isEqualTo(Arrays.copyOfRange(content, 1000, 1000 + length));
      assertThat(rest.get(20, TimeUnit.SECONDS)).isEmpty();
      assertThat(sent).isSorted().endsWith((long) length);
    }
  }

  @Test
  void aFileThatEndsEarlyFailsItsRequest() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(connection -> connection.getInputStream().readAllBytes());
        HttpConnections connections = new HttpConnections(PATIENT)) {
      HttpBody part = HttpBody.of(file(new byte[1000]), 0, 1001, _ -> {});

      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> connections.send(HttpCall.of("PUT", server.uri(), Map.of(), part), ANY))
          .withMessageContaining("the file ends at byte 1000");
    }
  }

  @Test
  void anUploadOfAFileThatIsSlowButGoesOnIsNotGivenUp() throws IOException {
    HttpTimes times = new HttpTimes(LONG, LONG, Duration.ofMillis(1500));
    try (ScriptedServer server = ScriptedServer.readingSlowly(OK);
        HttpConnections connections = new HttpConnections(times)) {
      HttpBody body = HttpBody.of(file(new byte[32 << 20]), 0, 32 << 20, _ -> {});
      try (HttpAnswer answer =
          connections.send(HttpCall.of("PUT", server.uri(), Map.of(), body), ANY)) {
        assertThat(answer.status()).isEqualTo(200);
      }
    }
  }

  @Test
  void aBodyThatIsSlowButGoesOnIsReadToItsEnd() throws IOException {
    int steps = 60;
    String step = "x".repeat(12 << 10);
    CountDownLatch never = new CountDownLatch(1);
    HttpTimes times = new HttpTimes(LONG, LONG, Duration.ofMillis(400));
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  readHead(connection.getInputStream());
                  ScriptedServer.write(connection, "HTTP/1.1 200 OK\r\n\r\n");
                  for (int i = 0; i < steps; i++) {
                    ScriptedServer.write(connection, step);
                    boolean _ = never.await(20, TimeUnit.MILLISECONDS);
                  }
                });
        HttpConnections connections = new HttpConnections(times);
        HttpAnswer answer = connections.send(HttpCall.of("GET", server.uri(), Map.of()), ANY)) {
      assertThat(answer.bytes(1 << 20)).hasSize(steps * step.length());
    }
  }

  @Test
  void aStreamOfEventsPausesAsLongAsItsReaderAllows() throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    HttpTimes times = new HttpTimes(LONG, LONG, Duration.ofMillis(300));
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  readHead(connection.getInputStream());
                  ScriptedServer.write(connection, "HTTP/1.1 200 OK\r\n\r\none ");
                  boolean _ = never.await(900, TimeUnit.MILLISECONDS);
                  ScriptedServer.write(connection, "two");
                  boolean _ = connection.getInputStream().read() < 0;
                });
        HttpConnections connections = new HttpConnections(times);
        HttpAnswer answer = connections.send(HttpCall.of("GET", server.uri(), Map.of()), ANY)) {
      answer.patience(LONG);
      assertThat(answer.bytes(7)).asString(US_ASCII).isEqualTo("one two");
      answer.patience(Duration.ofMillis(200));
      assertThatExceptionOfType(HttpStall.class)
          .isThrownBy(() -> answer.bytes(1))
          .withMessage("no data arrived for 200 ms");
    }
  }

  /** Otherwise each of these responses would cost the process a socket. */
  @ParameterizedTest
  @CsvSource({"HTTP/1.1 200 OK||ok, true", "HTTP/1.1 200 OK|Content-Length: 3||ok, false"})
  void aConnectionEndsWithTheBodyThatItsEndCut(String answer, boolean whole) throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  readHead(connection.getInputStream());
                  ScriptedServer.write(connection, answer.replace("|", "\r\n"));
                  connection.shutdownOutput();
                  if (connection.getInputStream().read() < 0) {
                    left.countDown();
                  }
                });
        HttpConnections connections = new HttpConnections(PATIENT);
        HttpAnswer cut = connections.send(HttpCall.of("GET", server.uri(), Map.of()), ANY)) {
      if (whole) {
        assertThat(cut.bytes(9)).asString(US_ASCII).isEqualTo("ok");
      } else {
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> cut.bytes(9));
      }
      assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void tunnel(ScriptedServer proxy) throws IOException {
    Proxies proxies =
        new Proxies(Map.of("HTTPS_PROXY", proxy.uri().toString().replace("//", "//me:secret@")));
    try (HttpConnections connections = new HttpConnections(PATIENT, proxies)) {
      HttpCall call = HttpCall.of("GET", URI.create("https://r.example/x"), Map.of("A", "b"));
      connections.send(call, ANY).close();
    }
  }

  @ParameterizedTest
  @CsvSource({"399, false", "400, true", "403, true", "407, true", "499, true", "500, false"})
  void aProxyRefusesATunnelWithTheStatusOfABadRequest(int status, boolean refused)
      throws IOException {
    try (ScriptedServer proxy =
        ScriptedServer.answering("HTTP/1.1 " + status + " No\r\nContent-Length: 0\r\n\r\n")) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> tunnel(proxy))
          .satisfies(e -> assertThat(e instanceof ProxyRefusal).isEqualTo(refused))
          .withMessageContaining(String.valueOf(status))
          .withMessageNotContaining(":secret@");
    }
  }

  @Test
  void aProxyLearnsTheServerAndItsOwnPasswordOnly() throws Exception {
    CompletableFuture<String> head = new CompletableFuture<>();
    try (ScriptedServer proxy =
        new ScriptedServer(
            connection -> {
              byte[] request = new byte[8192];
              int size = connection.getInputStream().read(request);
              head.complete(new String(request, 0, size, US_ASCII));
            })) {
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> tunnel(proxy));
      assertThat(head.get(20, TimeUnit.SECONDS))
          .isEqualTo(
              """
              CONNECT r.example:443 HTTP/1.1
              Host: r.example:443
              User-Agent: otters
              Proxy-Authorization: Basic bWU6c2VjcmV0

              """
                  .replace("\n", "\r\n"));
    }
  }

  @ParameterizedTest
  @CsvSource({"'\u0015\u0003\u0001x', true", "'SSH-2.0', false", "'x\u0015\u0003', false"})
  void aResponseInAnotherProtocolSaysWhetherItLooksLikeTls(String line, boolean tls)
      throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(line + "\n");
        HttpConnections connections = new HttpConnections(PATIENT)) {
      HttpCall call = HttpCall.of("GET", server.uri(), Map.of());
      assertThatExceptionOfType(NoHttp.class)
          .isThrownBy(() -> connections.send(call, ANY))
          .satisfies(e -> assertThat(e.isTls()).isEqualTo(tls));
    }
  }
}
