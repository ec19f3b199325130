package dev.otters.cli.client;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.system.Credentials;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Finds the daemon, and starts it when none answers on the socket of the home. */
public final class Connector {
  private static final Duration WRITTEN_WITHIN = Duration.ofSeconds(3);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private static final String TOKEN = "OTTERS_TOKEN";

  private final Environment environment;
  private final Optional<String> host;
  private final boolean start;

  /**
   * Creates a connector.
   *
   * @param host the value of {@code --host}, empty when it was not given
   * @param start whether a daemon may be started
   */
  public Connector(Environment environment, Optional<String> host, boolean start) {
    this.environment = environment;
    this.host = host.or(() -> environment.variable("OTTERSD_URL"));
    this.start = start;
  }

  /** Returns the address of the daemon. */
  public Endpoint endpoint() {
    Home home = environment.daemonHome();
    return host.map(Endpoint::parse)
        .filter(named -> !isTcpAddressOf(home, named))
        .orElseGet(home::endpoint);
  }

  /**
   * Returns whether this is the TCP address of the home's daemon. Its socket is used instead, since
   * any user can listen at the address once the daemon has ended.
   */
  private boolean isTcpAddressOf(Home home, Endpoint named) {
    return named instanceof Endpoint.Tcp
        && environment.variable(TOKEN).isEmpty()
        && home.credentials().filter(known -> named.toString().equals(known.tcp())).isPresent();
  }

  /** Connects to the daemon. Starts it first if necessary and allowed. */
  public Daemon connect() {
    Endpoint endpoint = endpoint();
    Optional<String> refusal = refusal(endpoint);
    if (refusal.isPresent()) {
      if (host.isPresent() || !start) {
        throw unreachable(endpoint, refusal.get());
      }
      new DaemonStarter(environment).start(() -> probe(endpoint()));
      endpoint = endpoint();
    }
    return new Daemon(endpoint, access(endpoint));
  }

  /** Connects to the daemon if one answers; never starts one. */
  public Optional<Daemon> connectIfRunning() {
    Endpoint endpoint = endpoint();
    return refusal(endpoint).isPresent()
        ? Optional.empty()
        : Optional.of(new Daemon(endpoint, access(endpoint)));
  }

  /** Returns why the connection fails, empty when it succeeds. */
  private static Optional<String> refusal(Endpoint endpoint) {
    if (endpoint instanceof Endpoint.Unix(Path socket) && !Files.exists(socket)) {
      return Optional.of("no such socket");
    }
    SocketAddress address =
        endpoint instanceof Endpoint.Tcp(String name, int port)
            ? new InetSocketAddress(name, port)
            : UnixDomainSocketAddress.of(((Endpoint.Unix) endpoint).socket());
    try (SocketChannel channel = SocketChannel.open(address)) {
      return channel.isConnected() ? Optional.empty() : Optional.of("no answer");
    } catch (BindException e) {
      throw new ApiException(
          Problem.of(
              ErrorCode.FORBIDDEN,
              "no permission to use " + endpoint,
              "Run otters as the user that owns the daemon."),
          e);
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static boolean probe(Endpoint endpoint) {
    if (refusal(endpoint).isPresent()) {
      return false;
    }
    return new Daemon(endpoint, Access.NONE).healthy();
  }

  /** Sends the home's token only to the socket of the home's daemon, and only to its owner. */
  private Access access(Endpoint endpoint) {
    Optional<String> given = environment.variable(TOKEN);
    if (given.isPresent()) {
      return new Access(given.get(), null);
    }
    Home home = environment.daemonHome();
    String address = endpoint.toString();
    boolean own = address.equals(home.endpoint().toString());
    Optional<Credentials> credentials = own ? written(home) : home.credentials();
    return credentials
        .filter(known -> own || address.equals(known.endpoint()))
        .map(known -> new Access(known.token(), home.owner()))
        .orElseThrow(() -> noToken(endpoint, home));
  }

  /** Waits for the credentials: a new daemon answers shortly before it writes them. */
  private static Optional<Credentials> written(Home home) {
    long end = System.nanoTime() + WRITTEN_WITHIN.toNanos();
    Optional<Credentials> credentials = home.credentials();
    while (credentials.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(PAUSE.toNanos());
      credentials = home.credentials();
    }
    return credentials;
  }

  private static ApiException noToken(Endpoint endpoint, Home home) {
    return ApiException.of(
        ErrorCode.UNAUTHENTICATED,
        "no token for the daemon at " + endpoint,
        "Set OTTERS_TOKEN, or set OTTERS_HOME to the daemon's home ("
            + home.folder()
            + " has no token for it).");
  }

  private ApiException unreachable(Endpoint endpoint, String why) {
    String remedy =
        host.isPresent()
            ? "Check the address, or leave out --host and OTTERSD_URL to use the local daemon."
            : "Start it with 'ottersd serve'.";
    return ApiException.of(
        ErrorCode.DAEMON_UNREACHABLE, "no daemon answers at " + endpoint + ": " + why, remedy);
  }
}
