package dev.otters.agents.image;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * A registry in memory that takes what is pushed, keeps what it was asked, and may want a login.
 */
public final class MemoryRegistry implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, byte[]> content = new ConcurrentSkipListMap<>();
  private final Map<String, String> types = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile Optional<String> login = Optional.empty();
  private volatile Predicate<String> stalling = request -> false;
  private volatile CountDownLatch stalled = new CountDownLatch(0);
  private volatile CountDownLatch resumed = new CountDownLatch(0);

  /** Starts an empty registry on loopback. */
  public MemoryRegistry() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::serve);
    server.start();
  }

  /** Wants this value of the Authorization header from now on. */
  public MemoryRegistry wants(String authorization) {
    login = Optional.of(authorization);
    return this;
  }

  /** Returns host and port. */
  public String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns method and path of every request so far. */
  public List<String> requests() {
    return requests;
  }

  /** Answers no request, given as method and path, that fits, until {@link #resume}. */
  public void stallAt(Predicate<String> request) {
    stalled = new CountDownLatch(1);
    resumed = new CountDownLatch(1);
    stalling = request;
  }

  /** Returns whether a request waits. */
  public boolean stalls() {
    return stalled.getCount() == 0;
  }

  /** Answers again. */
  public void resume() {
    stalling = request -> false;
    resumed.countDown();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String request = exchange.getRequestMethod() + " " + path;
    requests.add(request);
    if (stalling.test(request)) {
      stall();
    }
    byte[] body = exchange.getRequestBody().readAllBytes();
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    if (login.isPresent() && !login.get().equals(given)) {
      exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"test\"");
      answer(exchange, 401, new byte[0]);
      return;
    }
    switch (exchange.getRequestMethod()) {
      case "GET", "HEAD" -> find(exchange, path);
      case "POST" -> {
        exchange.getResponseHeaders().add("Location", path + "one");
        answer(exchange, 202, new byte[0]);
      }
      default -> keep(exchange, path, body);
    }
  }

  private void stall() throws IOException {
    stalled.countDown();
    try {
      resumed.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private void find(HttpExchange exchange, String path) throws IOException {
    if (path.equals("/v2/")) {
      answer(exchange, 200, new byte[0]);
    } else if (path.endsWith("/tags/list")) {
      String prefix = path.replace("/tags/list", "/manifests/");
      List<String> tags =
          content.keySet().stream()
              .filter(key -> key.startsWith(prefix) && !key.contains("sha256:"))
              .map(key -> "\"" + key.substring(prefix.length()) + "\"")
              .toList();
      String json = "{\"name\":\"x\",\"tags\":[" + String.join(",", tags) + "]}";
      answer(exchange, 200, json.getBytes(StandardCharsets.UTF_8));
    } else if (content.containsKey(path)) {
      exchange
          .getResponseHeaders()
          .add("Content-Type", types.getOrDefault(path, "application/octet-stream"));
      answer(exchange, 200, content.get(path));
    } else {
      answer(exchange, 404, new byte[0]);
    }
  }

  private void keep(HttpExchange exchange, String path, byte[] body) throws IOException {
    String digest = Digest.of(body).toString();
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (path.contains("/manifests/")) {
      keep(path, type, body);
      keep(path.replaceFirst("/manifests/.*", "/manifests/" + digest), type, body);
    } else {
      keep(path.replaceFirst("/blobs/uploads/.*", "/blobs/" + digest), "", body);
    }
    exchange.getResponseHeaders().add("Docker-Content-Digest", digest);
    exchange.getResponseHeaders().add("Location", path);
    answer(exchange, 201, new byte[0]);
  }

  private void keep(String path, String type, byte[] body) {
    content.put(path, body);
    if (!type.isEmpty()) {
      types.put(path, type);
    }
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    boolean head = exchange.getRequestMethod().equals("HEAD");
    if (head) {
      exchange.getResponseHeaders().add("Content-Length", String.valueOf(body.length));
    }
    exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
    if (!head && body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
