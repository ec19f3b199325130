package dev.otters.bench.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A web server on this machine. It answers {@code /large} with zeros and all else with an empty
 * page, and closes each connection after its answer.
 */
public final class PageServer implements AutoCloseable {
  /** The bytes of the large page. */
  public static final int LARGE = 400 << 20;

  private static final Logger LOGGER = LoggerFactory.getLogger(PageServer.class);
  private static final int BUFFER = 1 << 20;
  private static final int QUEUE = 1024;
  private static final String END = "\r\n\r\n";

  private final ServerSocketChannel server;

  private PageServer(ServerSocketChannel server) {
    this.server = server;
  }

  /** Starts it on a free port of the loopback interface. */
  public static PageServer start() throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), QUEUE);
    PageServer pages = new PageServer(server);
    Thread.ofVirtual().start(pages::accept);
    return pages;
  }

  /** Returns host and port. */
  public String address() throws IOException {
    return "127.0.0.1:" + ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel client = server.accept();
        Thread.ofVirtual().start(() -> answer(client));
      }
    } catch (ClosedChannelException ended) {
      return;
    } catch (IOException e) {
      LOGGER.atError().setCause(e).log("the server of pages ended");
    }
  }

  private static void answer(SocketChannel client) {
    try (client) {
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (head(client).startsWith("GET /large ")) {
        send(client, ByteBuffer.wrap(head(LARGE)));
        ByteBuffer zeros = ByteBuffer.allocateDirect(BUFFER);
        for (int sent = 0; sent < LARGE; sent += BUFFER) {
          send(client, zeros.clear());
        }
      } else {
        send(client, ByteBuffer.wrap(head(0)));
      }
    } catch (IOException e) {
      LOGGER.atWarn().setCause(e).log("a client of the server of pages left");
    }
  }

  private static byte[] head(int length) {
    return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d%s"
        .formatted(length, END)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String head(SocketChannel client) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(4096);
    String head = "";
    while (!head.endsWith(END)) {
      if (client.read(buffer) <= 0) {
        throw new IOException("the request has no end: " + head);
      }
      head = new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII);
    }
    return head;
  }

  private static void send(SocketChannel client, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int unused = client.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
