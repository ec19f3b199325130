package dev.otters.worker.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.worker.log.Log;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProxyRelayTest {
  @TempDir private Path folder;
  private final Queue<String> log = new ConcurrentLinkedQueue<>();
  private ProxyRelay relay;

  @BeforeEach
  void start() throws IOException {
    relay = ProxyRelay.start(0, folder.resolve("e.sock"), new Log(log::add));
  }

  @AfterEach
  void stop() throws IOException {
    relay.close();
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), relay.port());
  }

  private ServerSocketChannel daemon() throws IOException {
    ServerSocketChannel daemon = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    return daemon.bind(UnixDomainSocketAddress.of(folder.resolve("e.sock")));
  }

  @Test
  void megabytesArriveAsTheyWereSentInBothDirections() throws Exception {
    byte[] much = new byte[3_000_000];
    new Random(3).nextBytes(much);
    try (ServerSocketChannel daemon = daemon();
        Socket tool = connect();
        SocketChannel other = daemon.accept()) {
      Thread sender =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      tool.getOutputStream().write(much);
                      tool.shutdownOutput();
                    } catch (IOException e) {
                      log.add("sender: " + e);
                    }
                  });
      InputStream received = Channels.newInputStream(other);
      assertThat(Arrays.equals(received.readAllBytes(), much)).isTrue();
      sender.join();

      Thread back =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      Channels.newOutputStream(other).write(much);
                      other.shutdownOutput();
                    } catch (IOException e) {
                      log.add("back: " + e);
                    }
                  });
      assertThat(Arrays.equals(tool.getInputStream().readAllBytes(), much)).isTrue();
      back.join();
    }
    assertThat(log).isEmpty();
  }

  @Test
  void aConnectionEndsWhereTheDaemonDoesNotAnswer() throws Exception {
    try (Socket tool = connect()) {
      assertThat(tool.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(log).singleElement().asString().contains("the daemon does not answer at ");
    try (ServerSocketChannel daemon = daemon();
        Socket later = connect();
        SocketChannel other = daemon.accept()) {
      later.getOutputStream().write('x');
      assertThat(Channels.newInputStream(other).read()).isEqualTo('x');
    }
  }

  @Test
  void theEndOfTheDaemonsConnectionEndsTheTools() throws Exception {
    try (ServerSocketChannel daemon = daemon();
        Socket tool = connect()) {
      daemon.accept().close();
      assertThat(tool.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void itIsReachedFromTheSandboxOnly() throws Exception {
    int port = relay.port();
    assertThatThrownBy(() -> ProxyRelay.start(port, folder.resolve("e.sock"), new Log(log::add)))
        .isInstanceOf(IOException.class);
    try (Socket tool = connect()) {
      assertThat(tool.getInetAddress().isLoopbackAddress()).isTrue();
    }
  }
}
