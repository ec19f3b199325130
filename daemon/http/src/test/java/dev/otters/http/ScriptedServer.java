package dev.otters.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on loopback that treats each connection as a test says. */
final class ScriptedServer implements AutoCloseable {
  private final ServerSocket server;
  private final AtomicInteger accepted = new AtomicInteger();

  ScriptedServer(Script script) throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(() -> accept(script));
  }

  /** Serves one connection, which closes at the end. */
  @FunctionalInterface
  interface Script {
    void serve(Socket connection) throws IOException, InterruptedException;
  }

  /** Answers every request on a connection with the same bytes. */
  static ScriptedServer answering(String answer) throws IOException {
    return new ScriptedServer(
        connection -> {
          while (reads(connection)) {
            write(connection, answer);
          }
        });
  }

  /** Answers one request of 32 MiB, which it reads in at least 3.2 s without a longer pause. */
  static ScriptedServer readingSlowly(String answer) throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    return new ScriptedServer(
        connection -> {
          for (int i = 0; i < 32; i++) {
            byte[] unused = connection.getInputStream().readNBytes(1 << 20);
            boolean _ = never.await(100, TimeUnit.MILLISECONDS);
          }
          write(connection, answer);
        });
  }

  /** Reads a request that fits one packet. Returns false if the client has left. */
  static boolean reads(Socket connection) throws IOException {
    return connection.getInputStream().read(new byte[8192]) > 0;
  }

  static void write(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  /** Returns the number of connections so far. */
  int accepted() {
    return accepted.get();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/x");
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void accept(Script script) {
    try {
      while (true) {
        Socket connection = server.accept();
        accepted.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(connection, script));
      }
    } catch (IOException _) {
      // The test is over.
    }
  }

  private static void serve(Socket connection, Script script) {
    try (connection) {
      script.serve(connection);
    } catch (IOException | InterruptedException _) {
      // The client has left.
    }
  }
}
