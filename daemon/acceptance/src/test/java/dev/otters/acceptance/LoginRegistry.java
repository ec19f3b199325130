package dev.otters.acceptance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/** Debian's docker-registry on a loopback port, which lets in one user. */
final class LoginRegistry implements AutoCloseable {
  static final String USER = "me";
  static final String PASSWORD = "canary-secret";

  private static final String PROGRAM =
      "images/build/work/packages/docker-registry/usr/bin/docker-registry";

  /** As {@code htpasswd -B} writes it. */
  private static final String HASH = "$2y$05$abcdefghijklmnopqrstuu3PYrq6m/qxbNlTuN4B34JSamOsjZkKu";

  private final Process process;
  private final Path folder;
  private final String address;

  private LoginRegistry(Process process, Path folder, String address) {
    this.process = process;
    this.folder = folder;
    this.address = address;
  }

  /** Starts an empty registry. */
  static LoginRegistry start() throws IOException {
    Path folder = Files.createTempDirectory("otters-registry-");
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, loopback)) {
      port = socket.getLocalPort();
    }
    Otters.write(folder.resolve("htpasswd"), USER + ":" + HASH + "\n");
    Path config = folder.resolve("config.yml");
    Otters.write(
        config,
        """
        version: 0.1
        log: {level: error, accesslog: {disabled: true}}
        storage: {filesystem: {rootdirectory: %1$s/data}}
        auth: {htpasswd: {realm: test, path: %1$s/htpasswd}}
        http: {addr: "127.0.0.1:%2$d"}
        """
            .formatted(folder, port));
    Process process =
        new ProcessBuilder(
                Distribution.root().resolve(PROGRAM).toString(), "serve", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Eventually.is("the registry listens", () -> listens(new InetSocketAddress(loopback, port)));
    return new LoginRegistry(process, folder, "127.0.0.1:" + port);
  }

  /** Gives {@code host:port}, the first part of a reference. */
  String address() {
    return address;
  }

  private static boolean listens(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Eventually.is("the registry is gone", () -> !process.isAlive());
    Trees.delete(folder);
  }
}
