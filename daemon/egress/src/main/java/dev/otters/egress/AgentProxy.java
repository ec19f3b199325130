package dev.otters.egress;

import dev.otters.home.AcceptLoop;
import dev.otters.home.UserSocket;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.time.Rate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** The proxy of one agent: its socket and its clients. */
final class AgentProxy {
  static final int MOST_CLIENTS = 1_024;

  private final AcceptLoop loop;
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
      EgressAgent agent,
      UserSocket socket,
      Semaphore all,
      AgentRefusals refusals,
      Function<SocketChannel, Client> maker) {
    Rate rate = new Rate(MOST_CLIENTS, Duration.ofMillis(2), System::nanoTime);
    this.loop =
        new AcceptLoop(
            agent.id(),
            socket,
            rate,
            user -> refusals.foreign(AgentRefusals.Peer.EGRESS, agent.id(), user.getName()),
            this::welcome);
    this.all = all;
    this.maker = maker;
  }

  void start() {
    loop.start("egress");
  }

  private void welcome(SocketChannel channel) throws IOException {
    if (clients.size() >= MOST_CLIENTS || !all.tryAcquire()) {
      refuse(channel);
    } else {
      serve(maker.apply(channel));
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

  int served() {
    return clients.size();
  }

  /** Closes the clients with which nothing happens. */
  void sweep() {
    clients.forEach(Client::closeIfLate);
  }

  void close() {
    closed = true;
    loop.close();
    clients.forEach(Client::close);
  }

  void remove() {
    loop.remove();
  }
}
