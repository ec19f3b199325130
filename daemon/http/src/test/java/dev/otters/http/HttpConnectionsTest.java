package dev.otters.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpConnectionsTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final HttpRoute ANY = new HttpRoute(AddressRule.ANY, Trust.SYSTEM);

  private static final String ENDLESS = "HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n";

  private final HttpConnections connections =
      new HttpConnections(new HttpTimes(Duration.ofSeconds(5), SHORT, SHORT));
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger accepted = new AtomicInteger();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    over.countDown();
    connections.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "2130706433", "[::ffff:127.0.0.1]"})
  void anAddressThatIsNotAllowedIsNotConnectedTo(String host) {
    answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");

    assertThatExceptionOfType(ForbiddenAddressException.class)
        .isThrownBy(
            () ->
                connections.send(
                    HttpCall.of("GET", uri(host), Map.of()),
                    new HttpRoute(AddressRule.OUTSIDE, Trust.SYSTEM)));
    assertThat(accepted).hasValue(0);
  }

  @Test
  void anOpenConnectionIsNotUsedAgainIfItsAddressIsNotAllowed() throws IOException {
    AtomicInteger requests = new AtomicInteger();
    serve(
        socket -> {
          while (socket.getInputStream().read(new byte[4096]) > 0) {
            requests.incrementAndGet();
            socket
                .getOutputStream()
                .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII));
          }
        });
    HttpCall call = HttpCall.of("GET", uri("127.0.0.1"), Map.of());
    connections.send(call, ANY).close();

    assertThatExceptionOfType(ForbiddenAddressException.class)
        .isThrownBy(() -> connections.send(call, new HttpRoute(AddressRule.OUTSIDE, Trust.SYSTEM)));

    assertThat(requests).hasValue(1);
  }

  @Test
  void ofManyAddressesOfANameTheFirstEightAreTried() throws IOException {
    answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");

    try (HttpConnections eighth = named(7, LONG)) {
      eighth.send(HttpCall.of("GET", uri("many.example"), Map.of()), ANY).close();
    }
    assertThat(accepted).hasValue(1);
    try (HttpConnections ninth = named(8, LONG)) {
      assertThatExceptionOfType(ConnectException.class)
          .isThrownBy(
              () -> ninth.send(HttpCall.of("GET", uri("many.example"), Map.of()), ANY).close());
    }
    assertThat(accepted).hasValue(1);
  }

  @Test
  void manyAddressesWhereNothingAnswersHaveOneTimeTogether() {
    serve(socket -> over.await());
    URI uri = URI.create("https://many.example:" + server.getLocalPort() + "/x");

    try (HttpConnections impatient = named(0, SHORT)) {
      assertThatExceptionOfType(HttpStall.class)
          .isThrownBy(() -> impatient.send(HttpCall.of("GET", uri, Map.of()), ANY));
    }
    assertThat(accepted.get()).isBetween(1, 2);
  }

  /** Returns connections that know one name, with thousands of addresses. */
  private static HttpConnections named(int refusing, Duration connect) {
    InetAddress[] all = new InetAddress[3000];
    for (int i = 0; i < all.length; i++) {
      all[i] = InetAddress.ofLiteral(i < refusing ? "127.0.0." + (i + 2) : "127.0.0.1");
    }
    return new HttpConnections(new HttpTimes(connect, LONG, LONG), Proxies.NONE, host -> all, LONG);
  }

  @Test
  void aConnectionIsUsedAgainAndOneThatWasClosedIsReplaced() throws IOException {
    answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

    assertThat(get()).isEqualTo("ok");
    assertThat(get()).isEqualTo("ok");
    assertThat(get()).isEqualTo("ok");

    assertThat(accepted.get()).isLessThanOrEqualTo(2);
  }

  @Test
  void aConnectionThatIsIdleForLongIsClosed() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    serve(
        socket -> {
          int unused = socket.getInputStream().read(new byte[4096]);
          socket
              .getOutputStream()
              .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII));
          if (socket.getInputStream().read() < 0) {
            left.countDown();
          }
        });
    try (HttpConnections tidy =
        new HttpConnections(
            new HttpTimes(LONG, LONG, LONG),
            Proxies.NONE,
            InetAddress::getAllByName,
            Duration.ofMillis(50))) {
      tidy.send(HttpCall.of("GET", uri("127.0.0.1"), Map.of()), ANY).close();

      assertThat(left.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void onlyABodyThatMayBeRepeatedIsSentAgain() throws IOException {
    serve(
        socket -> {
          int unused = socket.getInputStream().read(new byte[4096]);
          socket
              .getOutputStream()
              .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(US_ASCII));
          unused = socket.getInputStream().read(new byte[4096]);
        });
    byte[] body = {'x'};

    assertThat(get()).isEqualTo("ok");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> connections.send(post(HttpBody.once(body)), ANY));
    assertThat(accepted).hasValue(1);
    assertThat(get()).isEqualTo("ok");
    connections.send(post(HttpBody.of(body)), ANY).close();
    assertThat(accepted).hasValue(3);
  }

  private HttpCall post(HttpBody body) {
    return HttpCall.of("POST", uri("127.0.0.1"), Map.of(), body);
  }

  @Test
  void chunksAreJoined() throws IOException {
    answer(chunked("3\r\nabc\r\n", "A;x=y\r\n0123456789\r\n", "0\r\nTrailer: x\r\n\r\n"));

    assertThat(get()).isEqualTo("abc0123456789");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nshort",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n9\r\nshort",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
        "SSH-2.0-OpenSSH\r\n",
        "HTTP/1.1 100 Continue\r\nConnection: close\r\n\r\n",
        "",
      })
  void anAnswerThatIsNotWholeOrMakesNoSenseFails(String answer) {
    answer(answer);

    assertThatExceptionOfType(IOException.class).isThrownBy(this::get);
  }

  @Test
  void trailersThatNeverEndFail() {
    answer(chunked("0\r\n", "A: b\r\n".repeat(300)));

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(this::get)
        .withMessageContaining("too many trailers");
  }

  @Test
  void anAnswerThatEndsEarlyIsNotTakenForAWholeOne() {
    answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nshort");

    assertThatExceptionOfType(EOFException.class)
        .isThrownBy(this::get)
        .withMessageContaining("in the middle");
  }

  @Test
  void aServerThatTakesNothingIsGivenUp() {
    serve(socket -> over.await());

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                connections.send(
                    HttpCall.of("PUT", uri("127.0.0.1"), Map.of(), HttpBody.of(new byte[64 << 20])),
                    ANY))
        .withMessageContaining("no data was accepted for 300 ms");
  }

  @Test
  void headersThatComeByDripsAreGivenUp() {
    serve(
        socket -> {
          socket.getOutputStream().write("HTTP/1.1 200 OK\r\n".getBytes(US_ASCII));
          while (!over.await(20, TimeUnit.MILLISECONDS)) {
            socket.getOutputStream().write("A: b\r\n".getBytes(US_ASCII));
          }
        });

    assertThatExceptionOfType(HttpStall.class)
        .isThrownBy(this::get)
        .withMessage("no response began within 300 ms");
  }

  @Test
  void aBodyThatComesByDripsIsGivenUp() {
    serve(
        socket -> {
          socket.getOutputStream().write(ENDLESS.getBytes(US_ASCII));
          while (!over.await(20, TimeUnit.MILLISECONDS)) {
            socket.getOutputStream().write('x');
          }
        });

    assertThatExceptionOfType(HttpStall.class)
        .isThrownBy(this::get)
        .withMessageMatching("only [0-9]+ bytes arrived in 300 ms");
  }

  @Test
  void aHandshakeThatComesByDripsIsGivenUp() {
    serve(
        socket -> {
          socket.getOutputStream().write(new byte[] {0x16, 3, 3, 0x40, 0});
          while (!over.await(20, TimeUnit.MILLISECONDS)) {
            socket.getOutputStream().write(0);
          }
        });
    URI uri = URI.create("https://127.0.0.1:" + server.getLocalPort() + "/x");
    try (HttpConnections impatient = new HttpConnections(new HttpTimes(SHORT, SHORT, SHORT))) {
      assertThatExceptionOfType(HttpStall.class)
          .isThrownBy(() -> impatient.send(HttpCall.of("GET", uri, Map.of()), ANY))
          .withMessage("the TLS handshake did not finish within 300 ms");
    }
  }

  @Test
  void aSmallBodyIsReadUpToItsBoundAndInTime() throws IOException {
    HttpAnswer answer = new HttpAnswer(200, Map.of(), new ByteArrayInputStream(new byte[40_000]));

    assertThat(answer.bytes(30_000)).hasSize(30_000);
    assertThat(answer.bytes(30_000)).hasSize(10_000);
    assertThat(answer.bytes(30_000)).isEmpty();
    HttpAnswer late = new HttpAnswer(200, Map.of(), new ByteArrayInputStream(new byte[1]));
    assertThatExceptionOfType(HttpStall.class)
        .isThrownBy(() -> late.bytes(2, Duration.ZERO))
        .withMessageContaining("was incomplete after");
  }

  @Test
  void anInterruptEndsTheWaitOfAnyThread() throws InterruptedException {
    HttpConnections patient =
        new HttpConnections(
            new HttpTimes(Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ofMinutes(5)));
    CountDownLatch connected = new CountDownLatch(1);
    serve(
        socket -> {
          connected.countDown();
          over.await();
        });
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    patient.send(HttpCall.of("GET", uri("127.0.0.1"), Map.of()), ANY).close();
                  } catch (IOException e) {
                    failure.set(e);
                  }
                });
    connected.await();

    caller.interrupt();

    assertThat(caller.join(Duration.ofSeconds(20))).isTrue();
    assertThat(failure.get()).isInstanceOf(IOException.class);
  }

  private static String chunked(String... chunks) {
    return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String.join("", chunks);
  }

  private String get() throws IOException {
    try (HttpAnswer answer =
        connections.send(HttpCall.of("GET", uri("127.0.0.1"), Map.of()), ANY)) {
      return new String(answer.stream().readAllBytes(), US_ASCII);
    }
  }

  private URI uri(String host) {
    return URI.create("http://" + host + ":" + server.getLocalPort() + "/x");
  }

  /** What a server does with one connection. */
  @FunctionalInterface
  private interface Manners {
    void apply(Socket socket) throws IOException, InterruptedException;
  }

  /** Answers two requests on each connection, then closes it. */
  private void answer(String text) {
    serve(
        socket -> {
          for (int i = 0; i < 2; i++) {
            if (socket.getInputStream().read(new byte[4096]) < 0) {
              return;
            }
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
            if (!text.startsWith("HTTP/1.1 200") || text.contains("close")) {
              return;
            }
          }
        });
  }

  private void serve(Manners manners) {
    Thread.ofVirtual()
        .start(
            () -> {
              while (!server.isClosed()) {
                try {
                  Socket socket = server.accept();
                  accepted.incrementAndGet();
                  Thread.ofVirtual().start(() -> one(socket, manners));
                } catch (IOException closed) {
                  return;
                }
              }
            });
  }

  private static void one(Socket socket, Manners manners) {
    try (socket) {
      manners.apply(socket);
    } catch (IOException | InterruptedException gone) {
      // The client has seen what it should see.
    }
  }
}
