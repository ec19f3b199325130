package dev.otters.acceptance;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A web server on this machine, and beside it a port that counts who connects. It stands for the
 * hosts that an agent may and may not reach.
 */
final class Sink implements AutoCloseable {
  /** The bytes of the large page. */
  static final int LARGE = 3 << 20;

  private final HttpServer web;
  private final ServerSocket forbidden;
  private final AtomicInteger connections = new AtomicInteger();

  private Sink(HttpServer web, ServerSocket forbidden) {
    this.web = web;
    this.forbidden = forbidden;
  }

  /** Starts both. The web server answers with a page, or with a redirect to the other port. */
  static Sink open() throws IOException {
    InetAddress any = InetAddress.getByName("0.0.0.0");
    ServerSocket forbidden = new ServerSocket(0, 100, any);
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    Sink sink = new Sink(web, forbidden);
    web.createContext(
        "/",
        exchange -> {
          byte[] page = "a page of the web\n".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    web.createContext(
        "/large",
        exchange -> {
          exchange.sendResponseHeaders(200, LARGE);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(new byte[LARGE]);
          } catch (IOException cut) {
            // The proxy may close the connection at its limit.
            return;
          }
        });
    web.createContext(
        "/away",
        exchange -> {
          String away = "http://" + sink.forbidden() + exchange.getRequestURI();
          exchange.getResponseHeaders().putAll(Map.of("Location", List.of(away)));
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    web.start();
    Thread.ofVirtual().start(sink::count);
    return sink;
  }

  private void count() {
    try {
      while (true) {
        try (Socket _ = forbidden.accept()) {
          connections.incrementAndGet();
        }
      }
    } catch (SocketException closed) {
      return;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns host and port of the web server. */
  String allowed() {
    return "127.0.0.1:" + web.getAddress().getPort();
  }

  /** Returns the port to which no agent may connect. */
  int port() {
    return forbidden.getLocalPort();
  }

  private String forbidden() {
    return "127.0.0.1:" + port();
  }

  /** Returns how many programs have connected to the port. */
  int connections() {
    return connections.get();
  }

  /**
   * Returns the address of this machine from which it would reach others, or else a local one. An
   * address of any interface may be that of an engine, which ends.
   */
  static String address() {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress("192.0.2.1", 9));
      return socket.getLocalAddress().getHostAddress();
    } catch (SocketException | UncheckedIOException noRoute) {
      return "127.0.0.1";
    }
  }

  @Override
  public void close() throws IOException {
    web.stop(0);
    forbidden.close();
  }
}
