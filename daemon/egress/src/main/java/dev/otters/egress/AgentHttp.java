package dev.otters.egress;

import dev.otters.home.time.Time;
import dev.otters.http.HttpAnswer;
import dev.otters.http.HttpCall;
import dev.otters.http.HttpConnections;
import dev.otters.http.HttpRoute;
import dev.otters.http.HttpTimes;
import dev.otters.http.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Sends requests of the daemon to one server on behalf of an agent: to the hosts and addresses that
 * its proxy would allow, counted and noted as there. Thread-safe.
 */
public final class AgentHttp implements AutoCloseable {
  private static final HttpTimes TIMES =
      new HttpTimes(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(60));

  private final Supplier<EgressAgent> agent;
  private final Destination server;
  private final Trust trust;
  private final Router router;
  private final Contacts contacts;
  private final Traffic traffic;
  private final Time time;
  private final HttpConnections connections = new HttpConnections(TIMES, this::addresses);
  private volatile List<InetAddress> allowed = List.of();

  /** The parts that all agents share. */
  record Shared(Contacts contacts, Traffic traffic, Time time) {}

  /**
   * Creates a client.
   *
   * @param agent returns the agent with its rules of now
   * @param url a URL of the server
   */
  AgentHttp(Supplier<EgressAgent> agent, URI url, Trust trust, Router router, Shared shared) {
    this.agent = agent;
    this.server =
        destination(url)
            .orElseThrow(() -> new IllegalArgumentException("not the URL of a server: " + url));
    this.trust = trust;
    this.router = router;
    this.contacts = shared.contacts();
    this.traffic = shared.traffic();
    this.time = shared.time();
  }

  /** A request that the rules do not allow, so nothing was sent. The message has the remedy. */
  public static final class DeniedException extends IOException {
    private static final long serialVersionUID = 1L;

    DeniedException(String message) {
      super(message);
    }
  }

  private static Optional<Destination> destination(URI url) {
    int usual = "https".equals(url.getScheme()) ? 443 : 80;
    return Destination.parse(String.valueOf(url.getRawAuthority()), usual);
  }

  /**
   * Sends a request to the server.
   *
   * @throws DeniedException if the rules do not allow it, or no more bytes today
   * @throws IOException if it fails later, also while the answer is read: then it was perhaps sent
   */
  public HttpAnswer send(HttpCall call) throws IOException {
    if (!destination(call.uri()).filter(server::equals).isPresent()) {
      throw new IllegalArgumentException("a request to another server");
    }
    EgressAgent now = agent.get();
    HostRule rule = rule(now);
    if (!traffic.add(now.id(), call.body().length())) {
      throw new DeniedException(traffic.spent());
    }
    // A server that takes the request and never answers is noted, too.
    note(now, true, rule, 1, call.body().length(), 0);
    HttpRoute route =
        new HttpRoute(address -> Router.isUsable(now.rules(), address, server.port()), trust);
    HttpAnswer answer = connections.send(call, route);
    answer.patience(TIMES.stall());
    InputStream counted = new Counted(answer.stream(), now, rule);
    return new HttpAnswer(answer.status(), answer.headers(), counted);
  }

  /** Returns the rule that allows the server, and keeps the addresses to connect to. */
  private HostRule rule(EgressAgent now) throws IOException {
    return switch (router.find(now.rules(), server)) {
      case Route.Allowed(HostRule rule, List<InetAddress> addresses) -> {
        allowed = addresses;
        yield rule;
      }
      case Route.Denied denied -> {
        note(now, false, denied.missing(), 1, 0, 0);
        throw new DeniedException(now.denial(server, denied));
      }
      case Route.Unknown(String why, HostRule rule) -> {
        note(now, true, rule, 1, 0, 0);
        throw new UnknownHostException("cannot find the host: " + why);
      }
    };
  }

  private InetAddress[] addresses(String host) {
    return allowed.toArray(InetAddress[]::new);
  }

  private void note(
      EgressAgent now, boolean may, HostRule rule, int requests, long sent, long received) {
    contacts.add(
        now.id(),
        new Contact(
            server.host().toString(),
            server.port(),
            may,
            rule.toString(),
            requests,
            sent,
            received,
            time.now()));
  }

  /** The body of an answer, whose bytes count. */
  private final class Counted extends InputStream {
    private final InputStream in;
    private final EgressAgent now;
    private final HostRule rule;
    private long received;

    Counted(InputStream in, EgressAgent now, HostRule rule) {
      this.in = in;
      this.now = now;
      this.rule = rule;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = in.read(target, offset, length);
      received += Math.max(0, read);
      if (read > 0 && !traffic.add(now.id(), read)) {
        // The request was sent, so this is no denial.
        throw new IOException(traffic.spent());
      }
      return read;
    }

    @Override
    public void close() throws IOException {
      in.close();
      note(now, true, rule, 0, 0, received);
      received = 0;
    }
  }

  /** Closes the connections that are not in use. */
  @Override
  public void close() {
    connections.close();
  }
}
