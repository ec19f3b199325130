package dev.otters.agents.wire;

import dev.otters.home.time.Time;
import dev.otters.home.token.Tokens;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.protocol.Notice;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.TurnListener;
import dev.otters.sessions.TurnService;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves every agent on a socket of its own. Which agent speaks is known from the socket; nothing
 * that is said over it changes that.
 */
public final class WireServer implements AutoCloseable {
  /** The name of the socket in an agent's folder. */
  public static final String SOCKET = "d.sock";

  private final Map<UUID, AgentSocket> sockets = new ConcurrentHashMap<>();
  private final Services services;

  /** Makes the server and lets it hear of interrupted and ended turns. */
  public WireServer(
      TurnService turns, ModelGateway gateway, Tokens tokens, AgentDirectory directory, Time time) {
    this.services = new Services(turns, gateway, tokens, directory, time);
    turns.listen(new Listener());
  }

  /**
   * Listens for the agent's runtime at {@code folder/d.sock}. The socket belongs to the sandbox's
   * user, mode 0600, before it has its name; one that an earlier daemon left is replaced.
   *
   * @param folder exists, and is what the sandbox sees; it is never replaced
   * @param uid the user of the sandbox as the host sees it, the only one that is served
   * @throws IOException if the socket cannot be made
   */
  public void open(UUID agent, Path folder, int uid, int gid) throws IOException {
    close(agent);
    AgentSocket socket = AgentSocket.open(agent, folder.resolve(SOCKET), uid, gid, services);
    sockets.put(agent, socket);
    socket.start();
  }

  /** Ends the agent's connections and removes its socket; does nothing if there is none. */
  public void close(UUID agent) {
    AgentSocket socket = sockets.remove(agent);
    if (socket != null) {
      socket.close();
      socket.remove();
    }
  }

  /**
   * Tells the runtime to end.
   *
   * @param grace how long running turns may still take
   * @return false if no runtime is connected
   */
  public boolean stop(UUID agent, Duration grace) {
    return tell(agent, new Notice.Stop(grace.toMillis()));
  }

  /** Ends all connections, and leaves the sockets' files for the next daemon to replace. */
  @Override
  public void close() {
    sockets.values().forEach(AgentSocket::close);
    sockets.clear();
  }

  private boolean tell(UUID agent, Notice notice) {
    Optional<AgentConnection> runtime =
        Optional.ofNullable(sockets.get(agent)).flatMap(AgentSocket::runtime);
    runtime.ifPresent(connection -> connection.tell(notice));
    return runtime.isPresent();
  }

  private final class Listener implements TurnListener {
    @Override
    public void interrupted(UUID agent, String activation) {
      services.gateway().interrupt(activation);
      tell(agent, new Notice.Interrupt(activation));
    }

    @Override
    public void ended(UUID agent, String activation) {
      services.gateway().forget(activation);
    }
  }
}
