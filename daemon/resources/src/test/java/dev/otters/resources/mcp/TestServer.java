package dev.otters.resources.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server of the protocol on this machine, which answers as a test wants. */
final class TestServer implements AutoCloseable {
  /** A tool that the server says only reads. */
  static final String FIND =
      """
      {"name":"find","description":"Finds tickets.","annotations":{"readOnlyHint":true},\
      "inputSchema":{"type":"object","properties":{"word":{"type":"string"}},"required":["word"]}}\
      """;

  /** A tool that writes. */
  static final String CLOSE =
      "{\"name\":\"close-it\",\"description\":\"Closes"
          + " one.\",\"inputSchema\":{\"type\":\"object\"}}";

  private static final JsonMapper JSON = JsonMapper.shared();

  /** The members of the tools that were called, and the headers of sessions. */
  final List<String> called = new CopyOnWriteArrayList<>();

  final List<String> sessions = new CopyOnWriteArrayList<>();

  /** The sessions that a client ended. */
  final List<String> ended = new CopyOnWriteArrayList<>();

  volatile String tools = "[" + FIND + "," + CLOSE + "]";
  volatile Answer onInitialize = TestServer::initialize;
  volatile Answer onList = (exchange, id) -> reply(exchange, id, "{\"tools\":" + this.tools + "}");
  volatile Answer onCall = (exchange, id) -> reply(exchange, id, text("3 tickets"));
  private final HttpServer http;

  /** Answers a request. */
  @FunctionalInterface
  interface Answer {
    void to(HttpExchange exchange, String id) throws IOException, InterruptedException;
  }

  TestServer() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/mcp", this::serve);
    http.start();
  }

  String authority() {
    return "127.0.0.1:" + http.getAddress().getPort();
  }

  String url() {
    return "http://" + authority() + "/mcp";
  }

  private void serve(HttpExchange exchange) throws IOException {
    if (exchange.getRequestMethod().equals("DELETE")) {
      ended.add(String.valueOf(exchange.getRequestHeaders().getFirst("Mcp-Session-Id")));
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
      return;
    }
    JsonNode message = JSON.readTree(exchange.getRequestBody().readAllBytes());
    String id = JSON.writeValueAsString(message.path("id"));
    try {
      switch (message.path("method").asString("")) {
        case "initialize" -> onInitialize.to(exchange, id);
        case "tools/list" -> onList.to(exchange, id);
        case "tools/call" -> {
          called.add(
              message.path("params").path("name").asString("")
                  + " "
                  + message.path("params").path("arguments"));
          sessions.add(String.valueOf(exchange.getRequestHeaders().getFirst("Mcp-Session-Id")));
          onCall.to(exchange, id);
        }
        default -> exchange.sendResponseHeaders(202, -1);
      }
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new IOException(e));
    } finally {
      exchange.close();
    }
  }

  private static void initialize(HttpExchange exchange, String id) throws IOException {
    exchange.getResponseHeaders().set("Mcp-Session-Id", "s-" + System.nanoTime());
    reply(
        exchange,
        id,
        """
        {"protocolVersion":"2025-06-18","capabilities":{"tools":{}},\
        "serverInfo":{"name":"tickets","version":"1"}}\
        """);
  }

  /** Waits until a number of sessions was ended. */
  boolean isEnded(int number) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (ended.size() < number && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return ended.size() == number;
  }

  static String text(String text) {
    return "{\"content\":[{\"type\":\"text\",\"text\":%s}]}"
        .formatted(JSON.writeValueAsString(text));
  }

  static void reply(HttpExchange exchange, String id, String result) throws IOException {
    send(exchange, "application/json", message(id, result));
  }

  static String message(String id, String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(id, result);
  }

  static void send(HttpExchange exchange, String type, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(200, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
