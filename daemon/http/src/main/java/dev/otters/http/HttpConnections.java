package dev.otters.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests and keeps connections for further ones.
 *
 * <ul>
 *   <li>Safe for use by many threads. Interrupting a caller closes its connection.
 *   <li>A name is resolved once for each connection, and the addresses that were checked are the
 *       ones that are connected to.
 *   <li>Redirects are not followed.
 *   <li>A proxy resolves names itself. The client still checks written addresses and the addresses
 *       that a name has on this machine.
 *   <li>At most eight idle connections are kept for each server, and closed after 20 seconds.
 * </ul>
 */
public final class HttpConnections implements AutoCloseable {
  private static final int MOST_IDLE = 8;
  private static final int PROXY_WANTS_LOGIN = 407;
  private static final int MOST_ADDRESSES = 8;

  private final Duration longestIdle;
  private final HttpTimes times;
  private final Proxies proxies;
  private final Resolver resolver;
  private final HttpExchange exchange;
  private final Map<Target, Deque<HttpConnection>> idle = new HashMap<>();
  private boolean closed;
  private boolean sweeping;

  /** Creates a client without a proxy. */
  public HttpConnections(HttpTimes times) {
    this(times, Proxies.NONE);
  }

  /** Creates a client; it opens no connection yet. */
  public HttpConnections(HttpTimes times, Proxies proxies) {
    this(times, proxies, InetAddress::getAllByName, Duration.ofSeconds(20));
  }

  /** Creates a client without a proxy that connects to addresses of a resolver. */
  public HttpConnections(HttpTimes times, Resolver resolver) {
    this(times, Proxies.NONE, resolver, Duration.ofSeconds(20));
  }

  HttpConnections(HttpTimes times, Proxies proxies, Resolver resolver, Duration longestIdle) {
    this.longestIdle = longestIdle;
    this.times = times;
    this.proxies = proxies;
    this.resolver = resolver;
    this.exchange = new HttpExchange(times);
  }

  /** Resolves a name. The owner of the name controls how many addresses it has. */
  @FunctionalInterface
  public interface Resolver {
    /** Returns the addresses of a name. */
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  private record Target(String scheme, String host, int port, Trust trust) {
    static Target of(URI uri, Trust trust) throws IOException {
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      String host = uri.getHost();
      if (host == null || !(scheme.equals("http") || scheme.equals("https"))) {
        throw new IOException("not an http or https URL: " + uri);
      }
      int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
      return new Target(scheme, host.toLowerCase(Locale.ROOT), port, trust);
    }

    boolean isTls() {
      return scheme.equals("https");
    }

    /** Returns the host without brackets. */
    String plainHost() {
      return HostNames.plain(host);
    }

    String authority() {
      return host + ":" + port;
    }
  }

  /**
   * Sends a request and returns the response once its headers have arrived. The caller closes it.
   *
   * @throws ForbiddenAddressException if the route does not allow an address of the server
   * @throws IOException if no response arrives in time, or the caller is interrupted
   */
  public HttpAnswer send(HttpCall call, HttpRoute route) throws IOException {
    Target target = Target.of(call.uri(), route.trust());
    Optional<HttpProxy> proxy = proxies.find(call.uri());
    if (proxy.isPresent()) {
      checkSeen(target, route.addresses());
    }
    HttpAnswer answer = send(call, target, proxy, route);
    if (answer.status() == PROXY_WANTS_LOGIN && proxy.isPresent() && !target.isTls()) {
      answer.close();
      throw HttpExchange.refusal(proxy.get(), target.authority(), PROXY_WANTS_LOGIN);
    }
    return answer;
  }

  private HttpAnswer send(HttpCall call, Target target, Optional<HttpProxy> proxy, HttpRoute route)
      throws IOException {
    Optional<HttpConnection> used = take(target, route.addresses());
    if (used.isPresent()) {
      try {
        return exchange.run(call, used.get());
      } catch (HttpExchange.Unanswered e) {
        // The server closed the idle connection; the request itself is fine.
        if (!call.body().isRepeatable() || Thread.currentThread().isInterrupted()) {
          throw e;
        }
      }
    }
    return exchange.run(
        call, proxy.isPresent() ? through(proxy.get(), target, route) : connect(target, route));
  }

  /** Closes all idle connections. Those in use close when their responses end. */
  @Override
  public synchronized void close() {
    closed = true;
    idle.values().forEach(list -> list.forEach(HttpConnection::close));
    idle.clear();
  }

  private HttpConnection connect(Target target, HttpRoute route) throws IOException {
    IOException last = new ConnectException("the host has no address");
    List<InetAddress> addresses = lookUp(target.plainHost());
    check(target, addresses, route.addresses());
    long start = System.nanoTime();
    for (InetAddress address : few(addresses)) {
      if (isLate(start)) {
        break;
      }
      try {
        return open(new InetSocketAddress(address, target.port()), target, Optional.empty(), route);
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  private static void check(Target target, List<InetAddress> addresses, AddressRule rule)
      throws ForbiddenAddressException {
    for (InetAddress address : addresses) {
      if (!rule.allows(address)) {
        throw new ForbiddenAddressException(
            target.plainHost()
                + " is an address of this machine or its network ("
                + address.getHostAddress()
                + ")");
      }
    }
  }

  /** Checks what this machine can know of a server that a proxy will connect to. */
  private void checkSeen(Target target, AddressRule rule) throws IOException {
    if (rule == AddressRule.ANY) {
      return;
    }
    check(target, HostNames.readings(target.plainHost()), rule);
    try {
      check(target, List.of(resolver.addresses(target.plainHost())), rule);
    } catch (UnknownHostException onlyTheProxyKnows) {
      // Only the proxy can resolve the name.
    }
  }

  private HttpConnection through(HttpProxy proxy, Target target, HttpRoute route)
      throws IOException {
    IOException last = new ConnectException("it has no address");
    long start = System.nanoTime();
    try {
      for (InetAddress address : few(lookUp(proxy.host()))) {
        if (isLate(start)) {
          break;
        }
        try {
          return open(
              new InetSocketAddress(address, proxy.port()), target, Optional.of(proxy), route);
        } catch (ConnectException | SocketTimeoutException e) {
          last = e;
        }
      }
    } catch (UnknownHostException e) {
      last = e;
    }
    throw new IOException("the proxy " + proxy + " cannot be reached: " + last.getMessage(), last);
  }

  private static List<InetAddress> few(List<InetAddress> addresses) {
    return addresses.subList(0, Math.min(addresses.size(), MOST_ADDRESSES));
  }

  /** Returns whether the addresses tried so far took twice the time for one connection. */
  private boolean isLate(long start) {
    return System.nanoTime() - start >= times.connect().multipliedBy(2).toNanos();
  }

  private List<InetAddress> lookUp(String host) throws IOException {
    try {
      return List.of(resolver.addresses(host));
    } catch (UnknownHostException e) {
      UnknownHostException unknown = new UnknownHostException("the host is unknown");
      unknown.initCause(e);
      throw unknown;
    }
  }

  private HttpConnection open(
      InetSocketAddress place, Target target, Optional<HttpProxy> proxy, HttpRoute route)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.socket().connect(place, (int) times.connect().toMillis());
      if (proxy.isPresent() && target.isTls()) {
        exchange.tunnel(proxy.get(), target.authority(), channel);
      }
      Socket socket = target.isTls() ? tls(target, channel, route) : channel.socket();
      return new HttpConnection(
          channel, socket, place.getAddress(), proxy, free -> giveBack(target, free));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private Socket tls(Target target, SocketChannel channel, HttpRoute route) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            route
                .trust()
                .sockets()
                .createSocket(channel.socket(), target.plainHost(), target.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.setSoTimeout((int) times.connect().toMillis());
    return StallWatch.within(
        times.connect(),
        "the TLS handshake did not finish within ",
        () -> HttpConnection.close(channel),
        () -> {
          socket.startHandshake();
          return socket;
        });
  }

  private Optional<HttpConnection> take(Target target, AddressRule rule) {
    while (true) {
      @Nullable HttpConnection free = poll(target);
      if (free == null) {
        return Optional.empty();
      }
      boolean allowed = free.proxy().isPresent() || rule.allows(free.address());
      if (allowed && free.isFresh(longestIdle)) {
        return Optional.of(free);
      }
      free.close();
    }
  }

  private synchronized @Nullable HttpConnection poll(Target target) {
    Deque<HttpConnection> list = idle.get(target);
    return list == null ? null : list.pollLast();
  }

  private synchronized void giveBack(Target target, HttpConnection free) {
    Deque<HttpConnection> list = idle.computeIfAbsent(target, key -> new ArrayDeque<>());
    if (closed || list.size() >= MOST_IDLE) {
      free.close();
      return;
    }
    list.addLast(free);
    if (!sweeping) {
      sweeping = true;
      StallWatch.after(longestIdle, this::sweep);
    }
  }

  /** Closes connections that have been idle for too long. */
  private synchronized void sweep() {
    for (Deque<HttpConnection> list : idle.values()) {
      list.removeIf(free -> free.closeIfIdle(longestIdle));
    }
    idle.values().removeIf(Deque::isEmpty);
    sweeping = !idle.isEmpty();
    if (sweeping) {
      StallWatch.after(longestIdle, this::sweep);
    }
  }
}
