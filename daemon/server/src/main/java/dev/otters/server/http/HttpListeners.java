package dev.otters.server.http;

import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** Listens on the home's socket and on the loopback interface. */
public final class HttpListeners implements AutoCloseable {
  private static final String TCP = "tcp";
  private static final String DRAFT = "new.sock";
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final WebServer server;
  private final OperatorApi api;
  private final Path socket;

  private HttpListeners(WebServer server, OperatorApi api, Path socket) {
    this.server = server;
    this.api = api;
    this.socket = socket;
  }

  /**
   * Starts to listen. The caller holds the home's lock: a socket that is there is a dead daemon's.
   *
   * @param api what is served
   * @param socket the unix socket; gets its name when only its owner can use it
   * @param port on 127.0.0.1; 0 takes any free one
   * @return the listeners
   * @throws IOException when the socket cannot be made
   */
  public static HttpListeners open(OperatorApi api, Path socket, int port) throws IOException {
    Path draft = socket.resolveSibling(DRAFT);
    Files.deleteIfExists(draft);
    WebServer server =
        WebServer.builder()
            .bindAddress(UnixDomainSocketAddress.of(draft))
            .routing(api::route)
            .putSocket(
                TCP,
                tcp ->
                    tcp.address(InetAddress.getLoopbackAddress())
                        .port(port)
                        .shutdownGracePeriod(PATIENCE)
                        .routing(api::route))
            .shutdownGracePeriod(PATIENCE)
            .shutdownHook(false)
            .build()
            .start();
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
    Files.move(draft, socket, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return new HttpListeners(server, api, socket);
  }

  /** Returns the port on 127.0.0.1. */
  public int port() {
    return server.port(TCP);
  }

  /** Refuses new requests, gives those that run a moment, and takes the socket away. */
  @Override
  public void close() throws IOException {
    api.refuseAll();
    Files.deleteIfExists(socket);
    server.stop();
  }
}
