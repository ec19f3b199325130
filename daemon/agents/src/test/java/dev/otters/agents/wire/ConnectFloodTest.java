package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.home.TalkingProgram;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A tool in the sandbox that connects to the agent's socket and leaves, again and again. */
@Timeout(120)
class ConnectFloodTest {
  private static final int CLIENTS = 50_000;
  private static final long MEBIBYTE = 1024 * 1024;

  @TempDir Path folder;
  @AutoClose private TalkingProgram daemon;

  @BeforeEach
  void start() throws IOException {
    daemon = TalkingProgram.start(40, FloodedDaemon.class, folder.toString());
  }

  @Test
  void clientsThatLeaveAtOnceLeaveNothingBehind() throws IOException {
    String token = daemon.said("token ");
    Path socket = folder.resolve("run").resolve(WireServer.SOCKET);
    long before = used();
    flood(socket, CLIENTS);
    try (RuntimeClient runtime = RuntimeClient.connect(socket)) {
      assertThat(runtime.hello(token).setup().identity().name()).isEqualTo("bob");
    }
    assertThat(used() - before).isLessThan(2 * MEBIBYTE);
  }

  @Test
  void refusedClientsAreLoggedOnceAMinute() throws IOException {
    assumeTrue(Files.getAttribute(folder, "unix:uid").equals(0), "needs root");
    daemon.said("token ");
    Path socket = folder.resolve("other").resolve(WireServer.SOCKET);
    for (int client = 0; client < AgentSocket.BURST; client++) {
      try (RuntimeClient refused = RuntimeClient.connect(socket)) {
        refused.awaitClose();
      }
    }
    assertThat(daemon.lastLines().filter(line -> line.contains("client refused"))).hasSize(1);
  }

  /** Connects as fast as a program can; where the daemon does not keep up, the system refuses. */
  private static void flood(Path socket, int clients) throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(socket);
    for (int client = 0; client < clients; client++) {
      try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        channel.configureBlocking(false);
        channel.connect(address);
      } catch (SocketException full) {
        assertThat(full).hasMessageContaining("temporarily unavailable");
      }
    }
  }

  private long used() throws IOException {
    daemon.nudge();
    return Long.parseLong(daemon.said("used "));
  }
}
