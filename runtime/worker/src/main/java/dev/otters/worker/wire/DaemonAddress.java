package dev.otters.worker.wire;

import dev.otters.protocol.SandboxModels;
import dev.otters.protocol.SandboxProxy;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The address at which the daemon listens for this agent.
 *
 * @param socket the Unix socket, absolute
 */
public record DaemonAddress(Path socket) {
  private static final String SCHEME = "unix://";

  /**
   * Parses {@code unix:///run/otters/d.sock}.
   *
   * @throws IllegalArgumentException with the allowed form if it is something else
   */
  public static DaemonAddress parse(String url) {
    if (url.startsWith(SCHEME + "/")) {
      try {
        return new DaemonAddress(Path.of(url.substring(SCHEME.length())));
      } catch (InvalidPathException invalid) {
        throw new IllegalArgumentException("OTTERSD_URL has no valid path: " + url, invalid);
      }
    }
    throw new IllegalArgumentException("OTTERSD_URL must be " + SCHEME + "/PATH, not: " + url);
  }

  /** Returns the socket of the proxy. */
  public Path proxySocket() {
    return socket.resolveSibling(SandboxProxy.SOCKET);
  }

  /** Returns the socket of the model endpoint. */
  public Path modelSocket() {
    return socket.resolveSibling(SandboxModels.SOCKET);
  }

  /** Returns the file that holds the first token. */
  public Path tokenFile() {
    return socket.resolveSibling("token");
  }
}
