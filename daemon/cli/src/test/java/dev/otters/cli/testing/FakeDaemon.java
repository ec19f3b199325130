package dev.otters.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Progress;
import dev.otters.api.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.URLDecoder;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Speaks HTTP/1.1 over a unix socket, as much as the command needs; each test says what it answers.
 */
public final class FakeDaemon implements AutoCloseable {
  private final Path socket;
  private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
  private ServerSocketChannel server;

  /** One request. */
  public record Request(
      String method, String path, String query, Map<String, String> headers, String body) {
    /** Returns the method, path and decoded query. */
    public String line() {
      String decoded = URLDecoder.decode(query, StandardCharsets.UTF_8);
      return method
          + " "
          + URLDecoder.decode(path, StandardCharsets.UTF_8)
          + (query.isEmpty() ? "" : "?" + decoded);
    }

    /** Returns the body. */
    public byte[] bytes() {
      return body.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the body as text. */
    public String text() {
      return new String(bytes(), StandardCharsets.UTF_8);
    }
  }

  /** Answers a request. */
  public interface Handler {
    /** Answers; the connection is closed afterwards. */
    void handle(Request request, Reply reply) throws IOException;
  }

  /** Starts to listen. */
  public FakeDaemon(Path socket) throws IOException {
    this.socket = socket;
    listen();
    on("GET /healthz", (request, reply) -> reply.json(200, "{\"ok\":true}"));
  }

  /** Answers requests of a method and path, such as {@code GET /v1/agents}. */
  public FakeDaemon on(String methodAndPath, Handler handler) {
    handlers.put(methodAndPath, handler);
    return this;
  }

  /** Answers with a record. */
  public FakeDaemon answer(String methodAndPath, Object value) {
    return on(methodAndPath, (request, reply) -> reply.json(200, Json.write(value)));
  }

  /** Answers with a problem. */
  public FakeDaemon refuse(String methodAndPath, Problem problem) {
    return on(methodAndPath, (request, reply) -> reply.json(problem.status(), Json.write(problem)));
  }

  /** Answers long work. */
  public FakeDaemon work(String methodAndPath, Object result, Progress... steps) {
    return on(
        methodAndPath,
        (request, reply) -> {
          reply.stream();
          for (Progress step : steps) {
            reply.event(null, Streams.PROGRESS, step);
          }
          reply.event(null, Streams.RESULT, result);
          reply.end();
        });
  }

  /** Returns all requests so far, but for those that ask whether it is well. */
  public List<Request> requests() {
    return requests.stream().filter(request -> !request.path().equals("/healthz")).toList();
  }

  /** Starts to listen again after {@link #stop}. */
  public void listen() throws IOException {
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    ServerSocketChannel mine = server;
    Thread.ofVirtual().start(() -> accept(mine));
  }

  /** Breaks all connections and listens no more. */
  public void stop() throws IOException {
    server.close();
    Files.deleteIfExists(socket);
    for (SocketChannel channel : open) {
      channel.close();
    }
  }

  @Override
  public void close() throws IOException {
    stop();
  }

  private void accept(ServerSocketChannel channel) {
    try {
      while (channel.isOpen()) {
        SocketChannel connection = channel.accept();
        open.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      }
    } catch (IOException closed) {
      assertThat(channel.isOpen()).isFalse();
    }
  }

  private void serve(SocketChannel connection) {
    try (connection) {
      Request request = read(Channels.newInputStream(connection));
      if (request != null) {
        requests.add(request);
        Reply reply = new Reply(Channels.newOutputStream(connection));
        String path = URLDecoder.decode(request.path(), StandardCharsets.UTF_8);
        Handler handler = handlers.get(request.method() + " " + path);
        if (handler == null) {
          reply.json(
              404, Json.write(Problem.of(ErrorCode.NOT_FOUND, "no route " + request.line(), null)));
        } else {
          handler.handle(request, reply);
        }
      }
    } catch (IOException broken) {
      assertThat(broken).isNotNull();
    } finally {
      open.remove(connection);
    }
  }

  private static Request read(InputStream in) throws IOException {
    String first = line(in);
    if (first.isEmpty()) {
      return null;
    }
    Map<String, String> headers = new HashMap<>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    String[] parts = first.split(" ", -1);
    String[] target = parts[1].split("\\?", 2);
    return new Request(
        parts[0],
        target[0],
        target.length > 1 ? target[1] : "",
        headers,
        new String(body(in, headers), StandardCharsets.ISO_8859_1));
  }

  private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
    if (!"chunked".equals(headers.get("transfer-encoding"))) {
      return in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size; (size = Integer.parseInt(line(in), 16)) > 0; ) {
      body.write(in.readNBytes(size));
      var _ = line(in);
    }
    var _ = line(in);
    return body.toByteArray();
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c; (c = in.read()) >= 0 && c != '\n'; ) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** Writes an answer. */
  public static final class Reply {
    private final OutputStream out;

    private Reply(OutputStream out) {
      this.out = out;
    }

    /** Writes a whole answer. */
    public void json(int status, String text) throws IOException {
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      write(
          "HTTP/1.1 "
              + status
              + " X\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
              + body.length
              + "\r\n\r\n");
      out.write(body);
    }

    /** Writes the head of a stream of events. */
    public void stream() throws IOException {
      write(
          "HTTP/1.1 200 OK\nContent-Type: text/event-stream\nConnection: close\nTransfer-Encoding: chunked\n\n"
              .replace("\n", "\r\n"));
    }

    /** Writes an event. */
    public void event(String id, String name, Object value) throws IOException {
      chunk(
          (id == null ? "" : "id: " + id + "\n")
              + "event: "
              + name
              + "\ndata: "
              + Json.write(value)
              + "\n\n");
    }

    /** Writes any piece of a stream. */
    public void chunk(String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      write(Integer.toHexString(bytes.length) + "\r\n");
      out.write(bytes);
      write("\r\n");
    }

    /** Ends a stream as it should end; without this it breaks off. */
    public void end() throws IOException {
      write("0\r\n\r\n");
    }

    /** Ends a stream with a trailer. */
    public void end(String trailer, String value) throws IOException {
      write("0\r\n" + trailer + ": " + value + "\r\n\r\n");
    }

    private void write(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
