package dev.otters.worker.egress;

import dev.otters.protocol.Relay;
import dev.otters.worker.log.Log;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;

/**
 * The proxy as tools see it: a port of the sandbox's loopback interface. Each connection continues
 * on the daemon's socket, where all decisions are made.
 */
public final class ProxyRelay implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 1_024;

  private final ServerSocketChannel server;
  private final Path socket;
  private final Log log;
  private final Semaphore room = new Semaphore(MOST_CONNECTIONS);

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
    try {
      while (true) {
        SocketChannel tool = server.accept();
        room.acquire();
        Thread.ofVirtual().name("proxy-connection").start(() -> connect(tool));
      }
    } catch (IOException ended) {
      log.line("the proxy has ended: " + ended);
    } catch (InterruptedException ended) {
      throw new IllegalStateException("the proxy must not be interrupted", ended);
    }
  }

  private void connect(SocketChannel tool) {
    try (tool;
        SocketChannel daemon = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      new Relay(tool, daemon).run(bytes -> {});
    } catch (IOException unreachable) {
      log.line("the daemon's proxy does not answer: " + unreachable);
    } finally {
      room.release();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
