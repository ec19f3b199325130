package dev.otters.egress;

import dev.otters.home.UserSocket;
import dev.otters.home.time.Rate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The proxy of one agent: its socket and its clients. */
final class AgentProxy {
  static final int MOST_CLIENTS = 1_024;

  private static final Logger LOG = LoggerFactory.getLogger(AgentProxy.class);
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** Limits how often clients connect: connecting costs a client less than it costs the daemon. */
  private final Rate rate = new Rate(MOST_CLIENTS, Duration.ofMillis(2), System::nanoTime);

  private final EgressAgent agent;
  private final UserSocket socket;
  private final Semaphore all;
  private final Function<SocketChannel, Client> maker;
  private final Set<Client> clients = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Creates a proxy.
   *
   * @param all limits the clients of all agents
   */
  AgentProxy(
      EgressAgent agent, UserSocket socket, Semaphore all, Function<SocketChannel, Client> maker) {
    this.agent = agent;
    this.socket = socket;
    this.all = all;
    this.maker = maker;
  }

  void start() {
    Thread.ofVirtual().name("egress-" + agent.id()).start(this::accept);
  }

  private void accept() {
    while (socket.isOpen()) {
      try {
        welcome(socket.accept());
        pause(rate.next());
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.atWarn().addKeyValue("agent", agent.id()).setCause(e).log("cannot accept a client");
        pause(PAUSE);
      }
    }
  }

  private void welcome(SocketChannel channel) throws IOException {
    try {
      if (!socket.serves(UserSocket.peer(channel))) {
        channel.close();
      } else if (clients.size() >= MOST_CLIENTS || !all.tryAcquire()) {
        refuse(channel);
      } else {
        serve(maker.apply(channel));
      }
    } catch (IOException left) {
      LOG.atDebug().addKeyValue("agent", agent.id()).setCause(left).log("client left at once");
      channel.close();
    }
  }

  private static void refuse(SocketChannel channel) throws IOException {
    try (channel) {
      String text = "Too many connections are open. Close some of them, and try again.";
      byte[] answer = HttpOpening.answer(new Refusal(Refusal.Kind.BUSY, text));
      int unused = channel.write(ByteBuffer.wrap(answer));
    }
  }

  private void serve(Client client) {
    clients.add(client);
    Thread.ofVirtual()
        .name("egress-client")
        .start(
            () -> {
              try {
                client.run();
              } finally {
                clients.remove(client);
                all.release();
              }
            });
    if (closed) {
      client.close();
    }
  }

  /** Closes the clients with which nothing happens. */
  void sweep() {
    clients.forEach(Client::closeIfLate);
  }

  void close() {
    closed = true;
    try {
      socket.close();
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("agent", agent.id()).setCause(e).log("cannot close a socket");
    }
    clients.forEach(Client::close);
  }

  void remove() {
    try {
      socket.remove();
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("agent", agent.id()).setCause(e).log("cannot remove a socket");
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
