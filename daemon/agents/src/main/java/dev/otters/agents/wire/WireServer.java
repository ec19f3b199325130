package dev.otters.agents.wire;

import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.time.Time;
import dev.otters.home.token.Tokens;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.protocol.Notice;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.running.TurnListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Serves each agent on its own socket. The socket identifies the agent; no message can change that.
 */
public final class WireServer implements AutoCloseable {
  /** The name of the socket in an agent's folder. */
  public static final String SOCKET = "d.sock";

  private static final int MAX_CODECS = 2;

  private final Map<UUID, AgentSocket> sockets = new ConcurrentHashMap<>();
  final Services services;

  /** Creates a server that passes on interrupts and ends of turns. */
  public WireServer(
      Sessions sessions,
      ModelGateway gateway,
      Tokens tokens,
      AgentDirectory directory,
      AgentRefusals refusals,
      Time time) {
    ByteBudget requests = new ByteBudget(Runtime.getRuntime().maxMemory() / 2);
    Semaphore codecs = new Semaphore(MAX_CODECS, true);
    TurnEngine engine = new TurnEngine(sessions.steps(), gateway);
    this.services =
        new Services(sessions, engine, tokens, directory, refusals, time, requests, codecs);
    sessions.turns().listen(new Listener());
    sessions.turns().measure(gateway::contextSize);
    sessions.service().takesFiles(gateway::takesFiles);
    sessions.traces().redact(directory::redactor);
  }

  /**
   * Listens for the agent's runtime at {@code folder/d.sock}. The socket belongs to the sandbox's
   * user with mode 0600 before it gets its name. A socket of an earlier daemon is replaced.
   *
   * @param folder an existing folder that the sandbox sees; it is never replaced
   * @param uid the sandbox's user as seen by the host; no other user is served
   * @throws IOException if the socket cannot be created
   */
  public void open(UUID agent, Path folder, int uid, int gid) throws IOException {
    close(agent);
    AgentSocket socket = AgentSocket.open(agent, folder.resolve(SOCKET), uid, gid, services);
    sockets.put(agent, socket);
    socket.start();
  }

  /** Closes the agent's connections and removes its socket, if there is one. */
  public void close(UUID agent) {
    AgentSocket socket = sockets.remove(agent);
    if (socket != null) {
      socket.close();
      socket.remove();
    }
  }

  /**
   * Asks the runtime to stop.
   *
   * @param grace how long running turns may take
   * @return false if no runtime is connected and greeted
   */
  public boolean stop(UUID agent, Duration grace) {
    Optional<AgentConnection> runtime = runtime(agent).filter(AgentConnection::greeted);
    runtime.ifPresent(connection -> connection.tell(new Notice.Stop(grace.toMillis())));
    return runtime.isPresent();
  }

  /** Closes all connections. The socket files stay for the next daemon to replace. */
  @Override
  public void close() {
    sockets.values().forEach(AgentSocket::close);
    sockets.clear();
  }

  Optional<AgentConnection> runtime(UUID agent) {
    return Optional.ofNullable(sockets.get(agent)).flatMap(AgentSocket::runtime);
  }

  private final class Listener implements TurnListener {
    @Override
    public void interrupted(UUID agent, String activation) {
      services.engine().interrupt(activation);
      runtime(agent).ifPresent(connection -> connection.tell(new Notice.Interrupt(activation)));
    }

    @Override
    public void ended(UUID agent, String activation) {
      services.engine().forget(activation);
    }
  }
}
