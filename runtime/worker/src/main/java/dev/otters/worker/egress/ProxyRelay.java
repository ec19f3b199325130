package dev.otters.worker.egress;

import dev.otters.protocol.Relay;
import dev.otters.worker.log.Log;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The proxy or the model endpoint as tools see it: a port of the sandbox's loopback interface. Each
 * connection continues on the daemon's socket, where all decisions are made.
 */
public final class ProxyRelay implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 1_024;

  /** The error of a connection to a socket whose queue is full. */
  private static final String FULL = "temporarily unavailable";

  private static final int ATTEMPTS = 100;

  private final ServerSocketChannel server;
  private final Path socket;
  private final Log log;
  private final Semaphore room = new Semaphore(MOST_CONNECTIONS);
  private final AtomicLong complained = new AtomicLong();

  private ProxyRelay(ServerSocketChannel server, Path socket, Log log) {
    this.server = server;
    this.socket = socket;
    this.log = log;
  }

  /**
   * Starts to listen.
   *
   * @param port the port; 0 for any
   * @param socket the daemon's socket, which need not be there yet
   * @throws IOException if the port is taken
   */
  public static ProxyRelay start(int port, Path socket, Log log) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MOST_CONNECTIONS);
    ProxyRelay relay = new ProxyRelay(server, socket, log);
    Thread.ofVirtual().name("proxy").start(relay::accept);
    return relay;
  }

  /** Returns the port. */
  int port() throws IOException {
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        SocketChannel tool = server.accept();
        if (room.tryAcquire()) {
          Thread.ofVirtual().name("proxy-connection").start(() -> serve(tool));
        } else {
          tool.close();
        }
      } catch (ClosedChannelException ended) {
        return;
      } catch (IOException broken) {
        complain("a port of the daemon cannot accept a connection: " + broken);
        pause();
      }
    }
  }

  private void serve(SocketChannel tool) {
    try (tool;
        SocketChannel daemon = connect()) {
      new Relay(tool, daemon).run(bytes -> {});
    } catch (IOException unreachable) {
      complain("the daemon does not answer at " + socket.getFileName() + ": " + unreachable);
    } finally {
      room.release();
    }
  }

  /** Connects to the daemon. Its queue of clients may be full for a moment. */
  private SocketChannel connect() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return SocketChannel.open(UnixDomainSocketAddress.of(socket));
      } catch (IOException failure) {
        boolean full = String.valueOf(failure.getMessage()).contains(FULL);
        if (!full || attempt == ATTEMPTS) {
          throw failure;
        }
        pause();
      }
    }
  }

  /** Logs a problem, at most once a minute: a tool can cause as many as it likes. */
  private void complain(String problem) {
    long now = System.nanoTime();
    long last = complained.get();
    if ((last == 0 || now - last > TimeUnit.MINUTES.toNanos(1))
        && complained.compareAndSet(last, now)) {
      log.line(problem);
    }
  }

  private static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
