package dev.otters.egress;

import dev.otters.home.UserSocket;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.store.Database;
import dev.otters.home.time.Time;
import dev.otters.http.Trust;
import dev.otters.protocol.SandboxProxy;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The proxy through which agents reach other machines. Each agent has its own socket, which
 * identifies it; the runtime relays connections of its sandbox's loopback interface there.
 */
public final class EgressServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EgressServer.class);

  /** Each client has two descriptors, and the rest of the daemon needs some, too. */
  private static final int MOST_CLIENTS =
      Math.clamp((OpenFiles.limit() - OpenFiles.OTHERS) / 2, 16, 2_048);

  /** The look-ups of one agent at a time, so that slow names do not stop the other agents. */
  private static final int MOST_LOOKUPS = 2;

  private static final Duration LAST_NOTES = Duration.ofSeconds(2);
  private static final Duration SWEEP = Duration.ofSeconds(5);

  private final SystemResolver resolver = new SystemResolver();
  private final Map<UUID, AgentProxy> proxies = new ConcurrentHashMap<>();
  private final Semaphore clients = new Semaphore(MOST_CLIENTS);
  private final Contacts contacts;
  private final Traffic traffic;
  private final AgentRefusals refusals;
  private final Time time;
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private volatile boolean closed;

  /**
   * Creates a server.
   *
   * @param database keeps the hosts that agents reached, and how much each moved
   * @param dayLimit the bytes that an agent may send and receive in a day of UTC, about
   */
  public EgressServer(Database database, AgentRefusals refusals, Time time, long dayLimit) {
    this.contacts = new Contacts(database, time);
    this.traffic = new Traffic(database, time, dayLimit);
    this.refusals = refusals;
    this.time = time;
  }

  /** Closes silent clients from time to time, as long as there are clients. */
  private void sweepLater() {
    if (!closed && sweeping.compareAndSet(false, true)) {
      Time.Timer unused = time.after(SWEEP, this::sweep);
    }
  }

  private void sweep() {
    sweeping.set(false);
    proxies.values().forEach(AgentProxy::sweep);
    if (clients() > 0) {
      sweepLater();
    }
  }

  /**
   * Listens at {@code folder/e.sock}. An earlier proxy of the sandbox is closed.
   *
   * @param sandbox the agent's own, or that of a run
   * @param folder an existing folder that the sandbox sees
   * @param uid the sandbox's user as seen by the host; no other user is served
   * @throws IOException if the socket cannot be created
   */
  public void open(UUID sandbox, EgressAgent agent, Path folder, int uid, int gid)
      throws IOException {
    close(sandbox);
    UserSocket socket =
        UserSocket.listen(folder.resolve(SandboxProxy.SOCKET), uid, gid, AgentProxy.MOST_CLIENTS);
    Router router = new Router(new FairResolver(resolver, MOST_LOOKUPS));
    AgentProxy proxy =
        new AgentProxy(agent, socket, clients, refusals, channel -> client(agent, router, channel));
    proxies.put(sandbox, proxy);
    proxy.start();
  }

  private Client client(EgressAgent agent, Router router, SocketChannel channel) {
    sweepLater();
    return new Client(agent, channel, router, contacts, traffic, time);
  }

  /**
   * Returns what sends requests of the daemon to a server for an agent, under its rules.
   *
   * @param agent returns the agent with its rules of now
   * @param url a URL of the server
   */
  public AgentHttp http(Supplier<EgressAgent> agent, URI url) {
    Router router = new Router(new FairResolver(resolver, MOST_LOOKUPS));
    return new AgentHttp(
        agent, url, Trust.SYSTEM, router, new AgentHttp.Shared(contacts, traffic, time));
  }

  /** Closes the connections of a sandbox and removes its socket, if there is one. */
  public void close(UUID sandbox) {
    AgentProxy proxy = proxies.remove(sandbox);
    if (proxy != null) {
      proxy.close();
      proxy.remove();
      traffic.forget(sandbox);
    }
  }

  /** Returns the number of clients of all agents, with those that are about to be served. */
  int clients() {
    return MOST_CLIENTS - clients.availablePermits();
  }

  /** Returns the number of clients that are served. */
  int served() {
    return proxies.values().stream().mapToInt(AgentProxy::served).sum();
  }

  /** Returns the hosts that an agent reached or wanted to reach, the last ones first. */
  public List<Contact> contacts(UUID agent) {
    return contacts.of(agent);
  }

  /** Closes all connections. The socket files stay for the next daemon to replace. */
  @Override
  public void close() {
    closed = true;
    proxies.values().forEach(AgentProxy::close);
    proxies.clear();
    resolver.close();
    try {
      // Each client notes what it sent and received.
      if (!clients.tryAcquire(MOST_CLIENTS, LAST_NOTES.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.atWarn().log("some connections of agents did not end");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    contacts.store();
    traffic.store();
  }
}
