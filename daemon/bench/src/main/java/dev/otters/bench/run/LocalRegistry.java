package dev.otters.bench.run;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A registry on the loopback interface: Debian's docker-registry, unpacked by the build. */
public final class LocalRegistry {
  private static final long PATIENCE_MILLIS = 20_000;
  private static final long PAUSE_MILLIS = 50;
  private static final String PROGRAM =
      "images/build/work/packages/docker-registry/usr/bin/docker-registry";

  private final String address;

  private LocalRegistry(String address) {
    this.address = address;
  }

  /**
   * Starts an empty registry, which stops with the bench; empty if the build has no
   * docker-registry.
   */
  public static Optional<LocalRegistry> start(Workbench bench)
      throws IOException, InterruptedException {
    Path program = bench.project().resolve(PROGRAM);
    if (!Files.isExecutable(program)) {
      return Optional.empty();
    }
    Path folder = bench.folder("registry");
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    int port = freePort(loopback);
    Path config = folder.resolve("config.yml");
    Files.writeString(
        config,
        """
        version: 0.1
        log: {level: error, accesslog: {disabled: true}}
        storage: {filesystem: {rootdirectory: %s/data}}
        http: {addr: "127.0.0.1:%d"}
        """
            .formatted(folder, port));
    Process process =
        bench.programs().startQuietly(List.of(program.toString(), "serve", config.toString()));
    bench.cleanUp().add("registry", () -> process.destroyForcibly().waitFor());
    awaitListening(process, new InetSocketAddress(loopback, port));
    return Optional.of(new LocalRegistry("127.0.0.1:" + port));
  }

  /** Returns {@code host:port}, the host of its references. */
  public String address() {
    return address;
  }

  private static int freePort(InetAddress loopback) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, loopback)) {
      return socket.getLocalPort();
    }
  }

  private static void awaitListening(Process process, InetSocketAddress address)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(address);
        return;
      } catch (ConnectException notYet) {
        if (!process.isAlive() || Clock.millisSince(begin) > PATIENCE_MILLIS) {
          throw new IOException("the registry did not start", notYet);
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }
}
