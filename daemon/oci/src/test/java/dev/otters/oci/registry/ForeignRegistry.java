package dev.otters.oci.registry;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** A registry that somebody else wrote, as a process on a loopback port. */
final class ForeignRegistry implements RunningRegistry {
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private final Process process;
  private final int port;

  private ForeignRegistry(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts Debian's docker-registry.
   *
   * @param more lines of its configuration; {@code auth}
   * @param tls a line below {@code http}, or nothing
   */
  static ForeignRegistry docker(Path folder, String more, String tls) throws IOException {
    int port = freePort();
    Path config = folder.resolve("registry-" + port + ".yml");
    Files.writeString(
        config,
        """
        version: 0.1
        log: {level: error, accesslog: {disabled: true}}
        storage: {filesystem: {rootdirectory: %s/data-%d}}
        http:
          addr: "127.0.0.1:%d"
          %s
        %s
        """
            .formatted(folder, port, port, tls, more));
    return start(port, List.of("docker-registry", "serve", config.toString()), Map.of());
  }

  /** Starts the registry in crane. */
  static ForeignRegistry crane() throws IOException {
    int port = freePort();
    return start(
        port, List.of("crane", "registry", "serve", "--address", "127.0.0.1:" + port), Map.of());
  }

  @Override
  public String host() {
    return "127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }

  private static ForeignRegistry start(
      int port, List<String> command, Map<String, String> environment) throws IOException {
    String folder = System.getenv().getOrDefault("OTTERS_TEST_REGISTRIES", "");
    Path program = Path.of(folder, command.getFirst());
    Assumptions.assumeTrue(Files.isExecutable(program), program + " is not here");
    List<String> full = new ArrayList<>(command);
    full.set(0, program.toString());
    ProcessBuilder builder =
        new ProcessBuilder(full)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    Process process = builder.start();
    awaitListening(process, port);
    return new ForeignRegistry(process, port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitListening(Process process, int port) throws IOException {
    long begin = System.nanoTime();
    while (true) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        if (socket.isConnected()) {
          return;
        }
      } catch (IOException notYet) {
        if (!process.isAlive() || System.nanoTime() - begin > PATIENCE_NANOS) {
          process.destroyForcibly();
          throw new IOException("the registry did not start", notYet);
        }
        Thread.onSpinWait();
      }
    }
  }
}
