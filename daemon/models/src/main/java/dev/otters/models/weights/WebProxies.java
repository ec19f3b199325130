package dev.otters.models.weights;

import dev.otters.http.HttpProxy;
import dev.otters.http.Proxies;
import dev.otters.http.ProxyRefusal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gives the JDK's client the proxies that the environment names, but for those with a password. */
final class WebProxies extends ProxySelector {
  private final Proxies proxies;

  WebProxies(Map<String, String> environment) {
    this.proxies = new Proxies(environment);
  }

  /** Returns why the proxy for an address cannot be used; empty when there is none, or it can. */
  Optional<String> trouble(URI address) {
    try {
      return proxies
          .find(address)
          .filter(proxy -> proxy.authorization().isPresent())
          .map(
              proxy ->
                  "the proxy "
                      + proxy
                      + " wants a password, which is only given for packages and registries");
    } catch (ProxyRefusal e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public List<Proxy> select(URI address) {
    try {
      return List.of(proxies.find(address).map(WebProxies::proxy).orElse(Proxy.NO_PROXY));
    } catch (ProxyRefusal e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Proxy proxy(HttpProxy proxy) {
    return new Proxy(
        Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.host(), proxy.port()));
  }

  @Override
  public void connectFailed(URI address, SocketAddress proxy, IOException failure) {
    // The request fails with it, too.
  }
}
