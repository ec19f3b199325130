package dev.otters.oci;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A forward proxy, as closed networks have them: it accepts requests with absolute URIs, and
 * CONNECT. Whatever the requested host, it connects to one port of this machine.
 */
public final class ForwardProxy implements AutoCloseable {
  private static final String NO = " No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

  private final ServerSocket socket;
  private final int port;
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile String login = "";
  private volatile int status = 200;

  /** Listens; everything goes to {@code port}. */
  public ForwardProxy(int port) {
    this.port = port;
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread _ = Thread.ofVirtual().start(this::accept);
  }

  /** Returns host and port. */
  public String host() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** Wants this value of Proxy-Authorization from now on. */
  public void wants(String authorization) {
    login = authorization;
  }

  /** Answers everything with this status from now on, and passes nothing on. */
  public void answers(int wanted) {
    status = wanted;
  }

  /** Returns the head of each request that it read, with its header lines. */
  public List<String> heads() {
    return heads;
  }

  /** Returns the first line of each request that it read. */
  public List<String> lines() {
    return heads.stream().map(head -> head.lines().findFirst().orElse("")).toList();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        open.add(client);
        Thread _ = Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException _) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
      open.add(server);
      String head = head(client.getInputStream());
      heads.add(head);
      String refusal = refusal(head);
      if (!refusal.isEmpty()) {
        write(client, "HTTP/1.1 " + refusal + NO);
        return;
      }
      if (head.startsWith("CONNECT ")) {
        write(client, "HTTP/1.1 200 Connected\r\n\r\n");
      } else {
        write(server, passedOn(head));
      }
      Thread back = Thread.ofVirtual().start(() -> copy(server, client));
      copy(client, server);
      back.join();
    } catch (IOException | InterruptedException _) {
      // The client has left, or the test is over.
    }
  }

  private String refusal(String head) {
    if (status != 200) {
      return Integer.toString(status);
    }
    boolean known = login.isEmpty() || head.contains("\r\nProxy-Authorization: " + login + "\r\n");
    return known ? "" : "407";
  }

  /** Makes the request one for the server: without its origin, for one exchange. */
  private static String passedOn(String head) {
    return head.replaceFirst(" http://[^/]+", " ")
        .replaceFirst("\r\nProxy-Authorization: [^\r]*", "")
        .replaceFirst("\r\n\r\n$", "\r\nConnection: close\r\n\r\n");
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException _) {
      // Both ends are closed by who opened them.
    }
  }

  private static void write(Socket to, String text) throws IOException {
    OutputStream out = to.getOutputStream();
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      int c = in.read();
      if (c < 0) {
        throw new EOFException();
      }
      head.append((char) c);
    }
    return head.toString();
  }

  @Override
  public void close() {
    try {
      socket.close();
      for (Socket one : open) {
        one.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
