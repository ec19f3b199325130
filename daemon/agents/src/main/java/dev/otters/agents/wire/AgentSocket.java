package dev.otters.agents.wire;

import dev.otters.home.AcceptLoop;
import dev.otters.home.UserSocket;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.time.Rate;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listening socket of one agent with its connections: a few unauthenticated ones and the
 * runtime's.
 */
final class AgentSocket {
  static final int MAX_CONNECTIONS = 8;

  private static final int BACKLOG = 50;

  /** How many clients are accepted before the rate limit applies. */
  static final int BURST = 100;

  private static final Logger LOG = LoggerFactory.getLogger(AgentSocket.class);

  private final UUID agent;
  private final AcceptLoop loop;
  private final Services services;
  private final ByteBudget.Share memory;
  private final Set<AgentConnection> connections = new LinkedHashSet<>();
  private @Nullable AgentConnection runtime;
  private boolean closed;

  private final Rate refusals;

  private AgentSocket(UUID agent, UserSocket server, Services services) {
    this.agent = agent;
    this.services = services;
    Rate clients = new Rate(BURST, Duration.ofMillis(10), System::nanoTime);
    this.loop = new AcceptLoop(agent, server, clients, this::foreign, this::welcome);
    this.memory = services.requests().share();
    this.refusals = new Rate(1, Duration.ofMinutes(1), services.time()::nanos);
  }

  static AgentSocket open(UUID agent, Path file, int uid, int gid, Services services)
      throws IOException {
    return new AgentSocket(agent, UserSocket.listen(file, uid, gid, BACKLOG), services);
  }

  void start() {
    loop.start("wire");
  }

  synchronized Optional<AgentConnection> runtime() {
    return Optional.ofNullable(runtime);
  }

  private void welcome(SocketChannel channel) throws IOException {
    AgentConnection connection = new AgentConnection(agent, channel, this, services);
    if (room() && add(connection)) {
      connection.start();
    } else {
      channel.close();
    }
  }

  /** Returns the memory for the large requests of this agent. */
  ByteBudget.Share memory() {
    return memory;
  }

  /** Logs a refused client, at most once a minute: a refused client may come back at once. */
  private void refused(String reason) {
    if (refusals.tryNext()) {
      LOG.atWarn().addKeyValue("agent", agent).addKeyValue("reason", reason).log("client refused");
    }
  }

  /** Notes a client that has no valid token. */
  void unknown(String reason, Optional<String> token) {
    services.refusals().unknown(agent, token);
    refused(reason);
  }

  private void foreign(UserPrincipal user) {
    services.refusals().foreign(AgentRefusals.Peer.AGENT, agent, user.getName());
    refused("foreign user " + user);
  }

  /** Makes room by closing the oldest unauthenticated connection. */
  private synchronized boolean room() {
    if (connections.size() < MAX_CONNECTIONS) {
      return true;
    }
    Optional<AgentConnection> oldest =
        connections.stream().filter(connection -> connection != runtime).findFirst();
    oldest.ifPresent(
        connection -> {
          connections.remove(connection);
          connection.close();
        });
    return oldest.isPresent();
  }

  private synchronized boolean add(AgentConnection connection) {
    return !closed && connections.add(connection);
  }

  /** Makes this the runtime's connection and closes its former one. */
  synchronized void known(AgentConnection connection) {
    AgentConnection former = runtime;
    runtime = connection;
    if (former != null && former != connection) {
      former.close();
    }
  }

  synchronized void gone(AgentConnection connection) {
    connections.remove(connection);
    if (runtime == connection) {
      runtime = null;
    }
  }

  void close() {
    loop.close();
    Set<AgentConnection> open;
    synchronized (this) {
      closed = true;
      open = Set.copyOf(connections);
    }
    open.forEach(AgentConnection::close);
  }

  void remove() {
    loop.remove();
  }
}
