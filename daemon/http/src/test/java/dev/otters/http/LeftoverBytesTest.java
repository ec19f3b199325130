package dev.otters.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that sends a second response which nobody has asked for. */
@Timeout(30)
class LeftoverBytesTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final byte[] TWO_RESPONSES =
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
              + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
          .getBytes(US_ASCII);

  @AutoClose private ServerSocket server;

  @AutoClose
  private final HttpConnections connections = new HttpConnections(new HttpTimes(LONG, LONG, LONG));

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::serve);
  }

  private void serve() {
    try {
      while (true) {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> answer(client));
      }
    } catch (IOException _) {
      // The test is over.
    }
  }

  private static void answer(Socket client) {
    try (client) {
      while (client.getInputStream().read(new byte[4096]) > 0) {
        client.getOutputStream().write(TWO_RESPONSES);
      }
    } catch (IOException _) {
      // The client left.
    }
  }

  @Test
  void aConnectionOnWhichMoreThanTheResponseCameIsNotUsedAgain() throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/x");
    for (int request = 0; request < 2; request++) {
      try (HttpAnswer answer =
          connections.send(
              HttpCall.of("GET", uri, Map.of()), new HttpRoute(AddressRule.ANY, Trust.SYSTEM))) {
        assertThat(answer.bytes(100)).asString(US_ASCII).isEqualTo("ok");
      }
    }
  }
}
