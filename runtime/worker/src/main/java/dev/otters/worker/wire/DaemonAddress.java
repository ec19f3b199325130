package dev.otters.worker.wire;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Where the daemon listens for this agent.
 *
 * @param socket the unix socket, absolute
 */
public record DaemonAddress(Path socket) {
  private static final String SCHEME = "unix://";

  /**
   * Reads {@code unix:///run/otters/d.sock}.
   *
   * @throws IllegalArgumentException for anything else, with what is allowed
   */
  public static DaemonAddress parse(String url) {
    if (url.startsWith(SCHEME + "/")) {
      try {
        return new DaemonAddress(Path.of(url.substring(SCHEME.length())));
      } catch (InvalidPathException invalid) {
        throw new IllegalArgumentException("OTTERSD_URL holds no path: " + url, invalid);
      }
    }
    throw new IllegalArgumentException("OTTERSD_URL must be " + SCHEME + "/PATH, not: " + url);
  }

  /** Returns the file that holds the first token. */
  public Path tokenFile() {
    return socket.resolveSibling("token");
  }
}
