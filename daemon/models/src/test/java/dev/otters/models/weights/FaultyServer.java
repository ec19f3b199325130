package dev.otters.models.weights;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A web server that does whatever a test says, bytes and all. */
final class FaultyServer implements AutoCloseable {
  /** The address of this machine's own network in tests. */
  static final String INSIDE = "127.0.0.1";

  /** An address that counts as one out in the world in tests. */
  static final String OUTSIDE = "127.0.0.2";

  final List<String> heads = new CopyOnWriteArrayList<>();

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Handler handler;

  /** Writes a whole answer; the connection is closed behind it. */
  interface Handler {
    void answer(Head head, OutputStream out) throws IOException, InterruptedException;
  }

  /** Is the head of a request. */
  record Head(String text) {
    Optional<String> header(String name) {
      return text.lines()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst();
    }

    /** Returns where the range begins that is asked for, 0 when there is none. */
    int from() {
      return header("range")
          .map(range -> Integer.parseInt(range.replaceAll("bytes=(\\d+)-", "$1")))
          .orElse(0);
    }
  }

  FaultyServer(Handler handler) throws IOException {
    this(INSIDE, handler);
  }

  FaultyServer(String host, Handler handler) throws IOException {
    this.handler = handler;
    this.server = new ServerSocket(0, 50, InetAddress.ofLiteral(host));
    Thread.ofVirtual().start(this::accept);
  }

  void handler(Handler next) {
    handler = next;
  }

  String address() {
    return "http://" + place() + "/tiny.gguf";
  }

  String place() {
    return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
  }

  /** Serves content as a good server does: with ranges and a tag. */
  static Handler good(byte[] content) {
    return (head, out) -> {
      int from = head.from();
      boolean stale = head.header("if-range").filter(tag -> !tag.equals("\"v1\"")).isPresent();
      if (from == 0 || stale) {
        head(out, 200, content.length, "ETag: \"v1\"");
        out.write(content);
      } else {
        String range = "bytes " + from + "-" + (content.length - 1) + "/" + content.length;
        head(out, 206, content.length - from, "ETag: \"v1\"", "Content-Range: " + range);
        out.write(content, from, content.length - from);
      }
    };
  }

  /** Serves the first bytes of content, and then nothing more. */
  static Handler stalling(byte[] content, int first) {
    return (head, out) -> {
      head(out, 200, content.length, "ETag: \"v1\"");
      out.write(content, 0, first);
      out.flush();
      new CountDownLatch(1).await();
    };
  }

  /** Writes the head of an answer. */
  static void head(OutputStream out, int status, long length, String... more) throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " X\r\nConnection: close\r\n");
    if (length >= 0) {
      head.append("Content-Length: ").append(length).append("\r\n");
    }
    for (String line : more) {
      head.append(line).append("\r\n");
    }
    out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        OutputStream out = new BufferedOutputStream(socket.getOutputStream())) {
      Head head = new Head(read(socket.getInputStream()));
      heads.add(head.text());
      handler.answer(head, out);
    } catch (IOException | InterruptedException e) {
      open.remove(socket);
    }
  }

  private static String read(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (!bytes.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        break;
      }
      bytes.write(next);
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
