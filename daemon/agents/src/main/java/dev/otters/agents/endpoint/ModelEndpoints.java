package dev.otters.agents.endpoint;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.wire.ByteBudget;
import dev.otters.agents.wire.ModelSockets;
import dev.otters.home.UserSocket;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.time.Time;
import dev.otters.protocol.SandboxModels;
import dev.otters.sessions.ProgramRequests;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The endpoints at which programs of agents ask models. Each agent has its own socket, which
 * identifies it; the runtime relays connections of its sandbox's loopback interface there.
 */
public final class ModelEndpoints implements ModelSockets, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelEndpoints.class);

  /** The most requests of all agents at a time. */
  private static final int MOST = 256;

  /** The most requests that are decoded at a time: their values take much more than their text. */
  private static final int MOST_DECODED = 2;

  /** The part of the heap that large requests take. */
  private static final int PART = 4;

  private static final Duration LAST_NOTES = Duration.ofSeconds(2);

  private final ProgramRequests requests;
  private final Predicate<Agent> on;
  private final AgentRefusals refusals;
  private final Time time;
  private final ByteBudget memory = new ByteBudget(Runtime.getRuntime().maxMemory() / PART);
  private final Semaphore room = new Semaphore(MOST);
  private final Semaphore decoding = new Semaphore(MOST_DECODED, true);
  private final Map<UUID, EndpointSocket> sockets = new ConcurrentHashMap<>();

  /**
   * Creates endpoints without any agent.
   *
   * @param on returns whether the programs of an agent may ask models
   */
  public ModelEndpoints(
      ProgramRequests requests, Predicate<Agent> on, AgentRefusals refusals, Time time) {
    this.requests = requests;
    this.on = on;
    this.refusals = refusals;
    this.time = time;
  }

  @Override
  public void open(Agent agent, Path folder) throws IOException {
    close(agent.id());
    if (on.test(agent)) {
      EndpointAgent client = client(agent.agent(), agent.agentName());
      open(agent.id(), client, folder, agent.user().uid(), agent.user().gid());
    }
  }

  private EndpointAgent client(UUID agent, String name) {
    return new EndpointAgent(agent, name, requests, refusals, memory.share(), decoding);
  }

  /** Listens for an agent in an existing folder. */
  void open(UUID agent, String name, Path folder, int uid, int gid) throws IOException {
    open(agent, client(agent, name), folder, uid, gid);
  }

  private void open(UUID sandbox, EndpointAgent client, Path folder, int uid, int gid)
      throws IOException {
    UserSocket socket =
        UserSocket.listen(folder.resolve(SandboxModels.SOCKET), uid, gid, EndpointSocket.MOST);
    EndpointSocket endpoint = new EndpointSocket(client, socket, room, refusals, time);
    sockets.put(sandbox, endpoint);
    endpoint.start();
  }

  @Override
  public void close(UUID agent) {
    EndpointSocket socket = sockets.remove(agent);
    if (socket != null) {
      socket.close();
      socket.remove();
    }
  }

  /** Returns the number of requests of all agents. */
  int running() {
    return MOST - room.availablePermits();
  }

  /** Ends all requests. The socket files stay for the next daemon to replace. */
  @Override
  public void close() {
    sockets.values().forEach(EndpointSocket::close);
    sockets.clear();
    try {
      // Each request stores what it used.
      if (room.tryAcquire(MOST, LAST_NOTES.toMillis(), TimeUnit.MILLISECONDS)) {
        room.release(MOST);
      } else {
        LOG.atWarn().log("some requests of programs did not end");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
