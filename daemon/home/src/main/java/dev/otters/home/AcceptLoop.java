package dev.otters.home;

import dev.otters.home.time.Rate;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that accepts the clients of an agent's socket, and the end of that socket. */
public final class AcceptLoop {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptLoop.class);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final UUID agent;
  private final UserSocket socket;
  private final Rate rate;
  private final Consumer<UserPrincipal> foreign;
  private final Welcome welcome;

  /** Serves a client on another thread, or refuses it. */
  @FunctionalInterface
  public interface Welcome {
    /**
     * Takes a client of the socket's user. The loop goes on when this returns.
     *
     * @throws IOException if the client has left already; the loop closes its connection
     */
    void accept(SocketChannel client) throws IOException;
  }

  /**
   * Creates a loop.
   *
   * @param rate limits how often clients connect: connecting costs a client less than it costs the
   *     daemon
   * @param foreign hears of each client of another user, which is closed
   */
  public AcceptLoop(
      UUID agent, UserSocket socket, Rate rate, Consumer<UserPrincipal> foreign, Welcome welcome) {
    this.agent = agent;
    this.socket = socket;
    this.rate = rate;
    this.foreign = foreign;
    this.welcome = welcome;
  }

  /**
   * Starts the thread. It ends with the socket.
   *
   * @param name the thread's name, before the agent's id
   */
  public void start(String name) {
    Thread.ofVirtual().name(name + "-" + agent).start(this::run);
  }

  private void run() {
    while (socket.isOpen()) {
      try {
        take(socket.accept());
        pause(rate.next());
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("cannot accept a client");
        pause(PAUSE);
      }
    }
  }

  private void take(SocketChannel client) throws IOException {
    try {
      UserPrincipal user = UserSocket.peer(client);
      if (socket.serves(user)) {
        welcome.accept(client);
      } else {
        foreign.accept(user);
        client.close();
      }
    } catch (IOException left) {
      LOG.atDebug().addKeyValue("agent", agent).setCause(left).log("client left at once");
      client.close();
    }
  }

  /** Stops listening. The file stays. */
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("cannot close a socket");
    }
  }

  /** Removes the file, if it is there. */
  public void remove() {
    try {
      socket.remove();
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("cannot remove a socket");
    }
  }

  private static void pause(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
