package dev.otters.http;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * A proxy that is spoken to in plain HTTP.
 *
 * @param host a name or an address, without brackets
 * @param authorization the value of {@code Proxy-Authorization}; empty for none
 */
public record HttpProxy(String host, int port, Optional<String> authorization) {
  private static final int USUAL_PORT = 80;

  /** Parses {@code [http://][user[:password]@]host[:port]}; empty for anything else. */
  static Optional<HttpProxy> parse(String text) {
    try {
      URI uri = URI.create(text.contains("://") ? text : "http://" + text);
      String host = uri.getHost();
      if (host == null || !"http".equalsIgnoreCase(uri.getScheme())) {
        return Optional.empty();
      }
      int port = uri.getPort() < 0 ? USUAL_PORT : uri.getPort();
      return Optional.of(
          new HttpProxy(
              HostNames.plain(host),
              port,
              Optional.ofNullable(uri.getRawUserInfo()).map(HttpProxy::basic)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String basic(String rawUserInfo) {
    String[] parts = rawUserInfo.split(":", 2);
    String both = decoded(parts[0]) + ":" + (parts.length > 1 ? decoded(parts[1]) : "");
    return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Returns the URL without user and password. */
  @Override
  public String toString() {
    return "http://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
