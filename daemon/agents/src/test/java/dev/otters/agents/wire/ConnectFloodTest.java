package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
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
  private Process daemon;
  private BufferedReader said;

  @BeforeEach
  void start() throws IOException {
    daemon =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx40m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                FloodedDaemon.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    said = daemon.inputReader(StandardCharsets.UTF_8);
  }

  @AfterEach
  void end() {
    daemon.destroyForcibly();
  }

  @Test
  void clientsThatLeaveAtOnceLeaveNothingBehind() throws IOException {
    String token = said("token ");
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
    said("token ");
    Path socket = folder.resolve("other").resolve(WireServer.SOCKET);
    for (int client = 0; client < AgentSocket.BURST; client++) {
      try (RuntimeClient refused = RuntimeClient.connect(socket)) {
        refused.awaitClose();
      }
    }
    daemon.getOutputStream().close();
    assertThat(said.lines().filter(line -> line.contains("client refused"))).hasSize(1);
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
    daemon.outputWriter().write("\n");
    daemon.outputWriter().flush();
    return Long.parseLong(said("used "));
  }

  private String said(String beginning) throws IOException {
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length());
      }
    }
    throw new IOException("the daemon ended");
  }
}
