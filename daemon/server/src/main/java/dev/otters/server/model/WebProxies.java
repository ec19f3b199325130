package dev.otters.server.model;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Is the proxies that the environment names, as curl and pip understand it: {@code HTTPS_PROXY},
 * {@code HTTP_PROXY}, {@code ALL_PROXY} and {@code NO_PROXY}, in either case. This machine itself
 * is never reached through a proxy.
 */
final class WebProxies extends ProxySelector {
  private static final int USUAL_PORT = 80;
  private static final List<String> SELF = List.of("localhost", "127.0.0.1", "::1");

  private final Map<String, String> environment;

  WebProxies(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Returns why the proxy for an address cannot be used; empty when there is none, or it can. */
  Optional<String> trouble(URI address) {
    return named(address)
        .flatMap(
            name -> {
              URI proxy = parsed(name).orElse(null);
              if (proxy == null || !"http".equals(proxy.getScheme())) {
                return Optional.of(
                    "the proxy that the environment names for it is no http://HOST:PORT");
              }
              return proxy.getRawUserInfo() == null
                  ? Optional.empty()
                  : Optional.of(
                      "the proxy that the environment names for it wants a password, which is only"
                          + " given for packages");
            });
  }

  @Override
  public List<Proxy> select(URI address) {
    return named(address)
        .flatMap(WebProxies::parsed)
        .map(
            proxy ->
                new Proxy(
                    Proxy.Type.HTTP,
                    InetSocketAddress.createUnresolved(
                        proxy.getHost(), proxy.getPort() < 0 ? USUAL_PORT : proxy.getPort())))
        .map(List::of)
        .orElse(List.of(Proxy.NO_PROXY));
  }

  @Override
  public void connectFailed(URI address, SocketAddress proxy, IOException failure) {
    // The request fails with it, too.
  }

  private Optional<String> named(URI address) {
    String scheme = String.valueOf(address.getScheme()).toUpperCase(Locale.ROOT);
    return direct(address)
        ? Optional.empty()
        : value(scheme + "_PROXY").or(() -> value("ALL_PROXY"));
  }

  private boolean direct(URI address) {
    String host = plain(String.valueOf(address.getHost()));
    return SELF.contains(host)
        || value("NO_PROXY").stream()
            .flatMap(list -> Stream.of(list.split("[, ]+")))
            .filter(word -> !word.isEmpty())
            .anyMatch(word -> covers(word.toLowerCase(Locale.ROOT), host, address.getPort()));
  }

  /** A word is *, a host with all below it, or one of its ports. */
  private static boolean covers(String word, String host, int port) {
    if (word.equals("*")) {
      return true;
    }
    String name = word;
    int colon = word.lastIndexOf(':');
    if (colon > 0 && word.indexOf(':') == colon) {
      if (!word.substring(colon + 1).equals(String.valueOf(port))) {
        return false;
      }
      name = word.substring(0, colon);
    }
    String domain = plain(name.startsWith("*.") ? name.substring(1) : name);
    return domain.startsWith(".")
        ? host.endsWith(domain) || host.equals(domain.substring(1))
        : host.equals(domain) || host.endsWith("." + domain);
  }

  private static String plain(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.startsWith("[") && lower.endsWith("]")
        ? lower.substring(1, lower.length() - 1)
        : lower;
  }

  /** The lower-case name counts first, as with curl. */
  private Optional<String> value(String name) {
    return Stream.of(name.toLowerCase(Locale.ROOT), name)
        .map(key -> environment.getOrDefault(key, "").strip())
        .filter(text -> !text.isEmpty())
        .findFirst();
  }

  private static Optional<URI> parsed(String name) {
    try {
      URI proxy = URI.create(name.contains("://") ? name : "http://" + name);
      return proxy.getHost() == null ? Optional.empty() : Optional.of(proxy);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
