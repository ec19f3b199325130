package dev.otters.http;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The proxies of an environment: {@code HTTPS_PROXY}, {@code HTTP_PROXY}, {@code ALL_PROXY} and
 * {@code NO_PROXY}, in either case. The lower case takes precedence, as with curl. Requests to this
 * machine never use a proxy.
 */
public final class Proxies {
  /** No proxy. */
  public static final Proxies NONE = new Proxies(Map.of());

  private static final List<String> NAMES = List.of("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY");

  private final Map<String, String> environment;

  /** Uses the proxies of this environment, which is read at each use. */
  public Proxies(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * Returns the proxy for a URL; empty for a direct connection.
   *
   * @throws ProxyRefusal if the environment names a proxy that cannot be used
   */
  public Optional<HttpProxy> find(URI address) throws ProxyRefusal {
    if (isDirect(address)) {
      return Optional.empty();
    }
    String scheme = String.valueOf(address.getScheme()).toUpperCase(Locale.ROOT);
    String name = value(scheme + "_PROXY").isPresent() ? scheme + "_PROXY" : "ALL_PROXY";
    Optional<String> named = value(name);
    Optional<HttpProxy> proxy = named.flatMap(HttpProxy::parse);
    if (named.isPresent() && proxy.isEmpty()) {
      throw new ProxyRefusal(
          "the proxy that " + name + " names is not of the form http://HOST:PORT");
    }
    return proxy;
  }

  /** Returns the variables and their proxies for display, without passwords. */
  public List<String> shown() {
    return NAMES.stream()
        .flatMap(
            name ->
                value(name).stream()
                    .map(HttpProxy::parse)
                    .map(proxy -> name + " " + proxy.map(HttpProxy::toString).orElse("(unusable)")))
        .toList();
  }

  private boolean isDirect(URI address) {
    String host = HostNames.plain(String.valueOf(address.getHost()));
    int usual = "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
    int port = address.getPort() < 0 ? usual : address.getPort();
    return HostNames.isLoopback(host)
        || value("NO_PROXY").stream()
            .flatMap(list -> Stream.of(list.split("[,\\s]+")))
            .filter(word -> !word.isEmpty())
            .map(NoProxyWord::parse)
            .anyMatch(word -> word.covers(host, port));
  }

  private Optional<String> value(String name) {
    return Stream.of(name.toLowerCase(Locale.ROOT), name)
        .map(key -> environment.getOrDefault(key, "").strip())
        .filter(text -> !text.isEmpty())
        .findFirst();
  }
}
