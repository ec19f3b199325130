package dev.otters.agents.endpoint;

import dev.otters.home.AcceptLoop;
import dev.otters.home.UserSocket;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.time.Rate;
import dev.otters.home.time.Time;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** The endpoint of one agent: its socket and its connections. */
final class EndpointSocket {
  /** The most requests of an agent's programs at a time. */
  static final int MOST = 16;

  /** The most connections that learn at a time why they are refused; others are just closed. */
  private static final int MOST_REFUSED = 16;

  private final EndpointAgent agent;
  private final AcceptLoop loop;
  private final Semaphore all;
  private final Time time;
  private final Semaphore own = new Semaphore(MOST);
  private final Semaphore refused = new Semaphore(MOST_REFUSED);
  private final Set<EndpointConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Creates an endpoint.
   *
   * @param all limits the requests of all agents
   */
  EndpointSocket(
      EndpointAgent agent, UserSocket socket, Semaphore all, AgentRefusals refusals, Time time) {
    this.agent = agent;
    Rate rate = new Rate(100, Duration.ofMillis(10), System::nanoTime);
    this.loop =
        new AcceptLoop(
            agent.id(),
            socket,
            rate,
            user -> refusals.foreign(AgentRefusals.Peer.MODELS, agent.id(), user.getName()),
            this::welcome);
    this.all = all;
    this.time = time;
  }

  void start() {
    loop.start("endpoint");
  }

  private void welcome(SocketChannel channel) {
    EndpointConnection connection = new EndpointConnection(agent, channel, time);
    if (!own.tryAcquire()) {
      refuse(connection, "more than " + MOST + " requests of this agent run");
    } else if (!all.tryAcquire()) {
      own.release();
      refuse(connection, "the daemon serves as many requests as it can");
    } else {
      serve(connection);
    }
  }

  private void refuse(EndpointConnection connection, String why) {
    if (!refused.tryAcquire()) {
      connection.close();
      return;
    }
    EndpointProblem problem =
        new EndpointProblem(EndpointProblem.Kind.BUSY, why + ". Wait for one of them to end.");
    run(
        connection,
        () -> {
          try {
            connection.refuse(problem);
          } finally {
            refused.release();
          }
        });
  }

  private void serve(EndpointConnection connection) {
    run(
        connection,
        () -> {
          try {
            connection.run();
          } finally {
            own.release();
            all.release();
          }
        });
  }

  private void run(EndpointConnection connection, Runnable work) {
    connections.add(connection);
    Thread.ofVirtual()
        .name("endpoint-connection")
        .start(
            () -> {
              try {
                work.run();
              } finally {
                connections.remove(connection);
              }
            });
    if (closed) {
      connection.close();
    }
  }

  void close() {
    closed = true;
    loop.close();
    connections.forEach(EndpointConnection::close);
  }

  void remove() {
    loop.remove();
  }
}
