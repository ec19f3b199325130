package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.text.Secrets;
import dev.otters.home.token.Tokens;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the operator API on a unix socket and on 127.0.0.1. Started once and closed. */
public final class HttpServers implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(HttpServers.class);
  private static final String TCP = "tcp";
  private static final int MOST_CONNECTIONS = 1024;
  private static final int MOST_STRANGERS = 64;

  /** Build arguments are part of the address; logins of several registries are headers. */
  private static final Http1Config OF_THE_OWNER = heads(256 << 10);

  /** Every local user can send these to the port. */
  private static final Http1Config OF_STRANGERS = heads(64 << 10);

  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final SocketName socket;
  private final HttpSettings settings;
  private final Api api;
  private @Nullable WebServer server;

  /**
   * Creates the servers.
   *
   * @param socket the file of the unix socket, in the home folder, whose lock the caller holds
   * @param settings the settings
   * @param endpoints the endpoints of the API
   * @param tokens checks the tokens of requests
   * @param audit gets the requests that write, and those that are refused
   * @param secrets receives the passwords that requests carry
   */
  public HttpServers(
      Path socket,
      HttpSettings settings,
      List<Endpoint> endpoints,
      Tokens tokens,
      AuditLog audit,
      Secrets secrets) {
    this.socket = new SocketName(socket);
    this.settings = settings;
    this.api = new Api(endpoints, tokens::check, audit, settings, secrets);
  }

  /**
   * Listens on both addresses.
   *
   * @throws ApiException CONFLICT when the port is taken
   */
  public void start() {
    try {
      server = listening();
      if (!server.isRunning()) {
        throw new IllegalStateException("a listener did not start");
      }
      socket.publish();
    } catch (IOException | RuntimeException e) {
      close();
      throw refused(e);
    }
    LOGGER
        .atInfo()
        .addKeyValue("socket", socket.file())
        .addKeyValue("port", port())
        .log("Listening");
  }

  private static Http1Config heads(int largest) {
    return Http1Config.builder().maxPrologueLength(largest).maxHeadersSize(largest).build();
  }

  private WebServer listening() throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(socket.draft());
    InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
    Strangers strangers = new Strangers(OF_STRANGERS, MOST_STRANGERS, settings.tokenDeadline());
    return WebServer.builder()
        .shutdownHook(false)
        .shutdownGracePeriod(GRACE)
        .bindAddress(address)
        .maxTcpConnections(MOST_CONNECTIONS)
        .addProtocol(OF_THE_OWNER)
        .routing(routing -> api.serve(routing, Optional.empty()))
        .putSocket(
            TCP,
            tcp ->
                tcp.address(loopback)
                    .port(settings.port())
                    // Sends each event of a stream at once, without waiting for acknowledgements.
                    .connectionOptions(options -> options.tcpNoDelay(true))
                    .maxTcpConnections(MOST_CONNECTIONS)
                    .protocolsDiscoverServices(false)
                    .addConnectionSelector(strangers)
                    .idleConnectionPeriod(settings.tokenDeadline().dividedBy(2))
                    .shutdownGracePeriod(GRACE)
                    .routing(routing -> api.serve(routing, Optional.of(strangers))))
        .build()
        .start();
  }

  private RuntimeException refused(Exception cause) {
    if (cause instanceof IOException e) {
      return new UncheckedIOException("cannot listen on " + socket.file(), e);
    }
    return new ApiException(
        Problem.of(
            ErrorCode.CONFLICT,
            "the daemon cannot listen on " + socket.file() + " and 127.0.0.1:" + settings.port(),
            "Set another 'port' in ottersd.yaml, or end the program that uses it."),
        cause);
  }

  /** Returns the port on 127.0.0.1, once started. */
  public int port() {
    WebServer running = server;
    if (running == null) {
      throw new IllegalStateException("not started");
    }
    return running.port(TCP);
  }

  /**
   * Ends all streams, gives running requests a moment, and stops listening. Does nothing if it was
   * not started.
   */
  @Override
  public void close() {
    api.endStreams();
    WebServer running = server;
    if (running == null) {
      return;
    }
    server = null;
    try {
      socket.remove();
    } catch (IOException e) {
      LOGGER.atWarn().setCause(e).log("Could not remove the socket's file");
    }
    running.stop();
  }
}
