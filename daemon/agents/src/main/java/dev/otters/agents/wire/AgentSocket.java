package dev.otters.agents.wire;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listening socket of one agent with its connections: a few unauthenticated ones and the
 * runtime's.
 */
final class AgentSocket {
  static final int MAX_CONNECTIONS = 8;

  /** How many clients are accepted before the rate limit applies. */
  static final int BURST = 100;

  private static final Logger LOG = LoggerFactory.getLogger(AgentSocket.class);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final UUID agent;
  private final Path file;
  private final ServerSocketChannel server;
  private final UserPrincipal user;
  private final Services services;
  private final ByteBudget.Share memory;
  private final Set<AgentConnection> connections = new LinkedHashSet<>();
  private @Nullable AgentConnection runtime;
  private boolean closed;

  /** Limits how often clients connect: connecting costs a client less than it costs the daemon. */
  private final Rate clients = new Rate(BURST, Duration.ofMillis(10), System::nanoTime);

  private final Rate refusals;

  private AgentSocket(
      UUID agent, Path file, ServerSocketChannel server, UserPrincipal user, Services services) {
    this.agent = agent;
    this.file = file;
    this.server = server;
    this.user = user;
    this.services = services;
    this.memory = services.requests().share();
    this.refusals = new Rate(1, Duration.ofMinutes(1), services.time()::nanos);
  }

  /** Binds under a temporary name, sets mode and owner, and then renames the socket. */
  static AgentSocket open(UUID agent, Path file, int uid, int gid, Services services)
      throws IOException {
    Path draft = file.resolveSibling("d.new");
    Files.deleteIfExists(draft);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(draft));
      Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
      own(draft, uid, gid);
      UserPrincipal user = Files.getOwner(draft);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      return new AgentSocket(agent, file, server, user, services);
    } catch (IOException | RuntimeException e) {
      server.close();
      Files.deleteIfExists(draft);
      throw e;
    }
  }

  private static void own(Path socket, int uid, int gid) throws IOException {
    if (!Files.getAttribute(socket, "unix:gid").equals(gid)) {
      Files.setAttribute(socket, "unix:gid", gid);
    }
    if (!Files.getAttribute(socket, "unix:uid").equals(uid)) {
      Files.setAttribute(socket, "unix:uid", uid);
    }
  }

  void start() {
    Thread.ofVirtual().name("wire-" + agent).start(this::accept);
  }

  synchronized Optional<AgentConnection> runtime() {
    return Optional.ofNullable(runtime);
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        welcome(server.accept());
        pause(clients.next());
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("cannot accept a connection");
        pause(PAUSE);
      }
    }
  }

  /**
   * Serves a client or closes its connection. A client that has already left does not delay the
   * next.
   */
  private void welcome(SocketChannel channel) throws IOException {
    boolean admitted = false;
    try {
      admitted = admit(channel);
    } catch (IOException e) {
      LOG.atDebug().addKeyValue("agent", agent).setCause(e).log("client left at once");
    } finally {
      if (!admitted) {
        channel.close();
      }
    }
  }

  /** Returns the memory for the large requests of this agent. */
  ByteBudget.Share memory() {
    return memory;
  }

  /** Logs a refused client, at most once a minute: a refused client may come back at once. */
  void refused(String reason) {
    if (refusals.tryNext()) {
      LOG.atWarn().addKeyValue("agent", agent).addKeyValue("reason", reason).log("client refused");
    }
  }

  private static void pause(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean admit(SocketChannel channel) throws IOException {
    UserPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    if (!peer.equals(user)) {
      refused("foreign user " + peer);
      return false;
    }
    AgentConnection connection = new AgentConnection(agent, channel, this, services);
    if (!room() || !add(connection)) {
      return false;
    }
    connection.start();
    return true;
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
    try {
      server.close();
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("cannot close a socket");
    }
    Set<AgentConnection> open;
    synchronized (this) {
      closed = true;
      open = Set.copyOf(connections);
    }
    open.forEach(AgentConnection::close);
  }

  void remove() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("cannot remove a socket");
    }
  }
}
