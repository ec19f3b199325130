package dev.otters.cli.client;

import dev.otters.cli.command.UsageException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** The address of a daemon. */
public sealed interface Endpoint {
  /** A unix socket. */
  record Unix(Path socket) implements Endpoint {
    @Override
    public String toString() {
      return "unix://" + socket;
    }
  }

  /** Plain HTTP on the loopback interface. */
  record Tcp(String host, int port) implements Endpoint {
    @Override
    public String toString() {
      return "http://" + host + ":" + port;
    }
  }

  /**
   * Parses an address.
   *
   * @throws UsageException when it is neither {@code unix:///path} nor {@code http://} on the
   *     loopback interface
   */
  static Endpoint parse(String url) {
    if (url.startsWith("unix://") && url.length() > "unix://".length()) {
      return new Unix(Path.of(url.substring("unix://".length())).toAbsolutePath().normalize());
    }
    URI uri = uri(url);
    if (!"http".equals(uri.getScheme()) || uri.getHost() == null || uri.getPort() < 0) {
      throw bad(url, "Write unix:///path/to/otters.sock or http://127.0.0.1:PORT.");
    }
    if (!uri.getHost().matches("localhost|127(\\.\\d+){3}|\\[::1]")) {
      throw bad(
          url,
          "Forward the port to 127.0.0.1, for example with ssh -L, so that the token is not sent in"
              + " clear text.");
    }
    return new Tcp(uri.getHost(), uri.getPort());
  }

  private static URI uri(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw bad(url, "Write unix:///path/to/otters.sock or http://127.0.0.1:PORT.");
    }
  }

  private static UsageException bad(String url, String remedy) {
    return UsageException.of("'" + url + "' is not a valid daemon address", remedy);
  }
}
