package dev.otters.acceptance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * Speaks as much of OpenAI's API as a chat needs: two models, which say "ready" unless a test knows
 * better. It takes requests without a key and those with the right one, and keeps what it heard. A
 * request with Google's header for keys gets one model of Google, which always says "ready".
 */
public final class FakeVendor implements AutoCloseable {
  public static final String KEY = "sk-of-the-acceptance-test-0123456789";

  private static final String CHUNK =
      "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"small\","
          + "\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n";

  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  public FakeVendor() throws IOException {
    this(request -> ready());
  }

  /**
   * Makes a vendor whose models answer as a test says.
   *
   * @param model returns the events of the answer to the body of a request
   */
  public FakeVendor(UnaryOperator<String> model) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/v1/models",
        exchange ->
            guarded(
                exchange,
                (to, request) -> {
                  if (to.getRequestHeaders().containsKey("x-goog-api-key")) {
                    google(to);
                  } else {
                    models(to);
                  }
                }));
    server.createContext(
        "/v1/chat/completions",
        exchange ->
            guarded(
                exchange,
                (to, request) -> send(to, 200, "text/event-stream", model.apply(request))));
    server.start();
  }

  /** Configures this vendor as a provider, with a key that it may not like. */
  public Run add(Otters otters, String name, String key) {
    return otters.runWith(
        key, "provider", "add", name, "--kind", "openai", "--api-key-stdin", "--api-base", base());
  }

  /** Gives the address, as far as {@code /v1}. */
  public String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** Gives the bodies of all requests. */
  public List<String> heard() {
    return heard;
  }

  private interface Answer {
    void to(HttpExchange exchange, String request) throws IOException;
  }

  private void guarded(HttpExchange exchange, Answer answer) throws IOException {
    String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    heard.add(request);
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    if (given == null || given.equals("Bearer " + KEY)) {
      answer.to(exchange, request);
    } else {
      send(
          exchange,
          401,
          "application/json",
          "{\"error\":{\"message\":\"Incorrect API key provided: "
              + given.replace("Bearer ", "")
              + "\",\"type\":\"invalid_request_error\",\"code\":\"invalid_api_key\"}}");
    }
  }

  private static void models(HttpExchange exchange) throws IOException {
    send(
        exchange,
        200,
        "application/json",
        "{\"object\":\"list\",\"data\":[{\"id\":\"small\",\"object\":\"model\",\"created\":1,"
            + "\"owned_by\":\"x\"},{\"id\":\"large\",\"object\":\"model\",\"created\":1,"
            + "\"owned_by\":\"x\"}]}");
  }

  private static void google(HttpExchange exchange) throws IOException {
    if (exchange.getRequestMethod().equals("GET")) {
      send(
          exchange,
          200,
          "application/json",
          "{\"models\":[{\"name\":\"models/gemini-2.5-flash\",\"inputTokenLimit\":1048576,"
              + "\"outputTokenLimit\":65536,"
              + "\"supportedGenerationMethods\":[\"generateContent\"]}]}");
    } else {
      send(
          exchange,
          200,
          "text/event-stream",
          "data:"
              + " {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"ready\"}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":7,\"candidatesTokenCount\":1}}\r\n\r\n");
    }
  }

  /** Gives the events of an answer without a tool. */
  static String ready() {
    String usage =
        "data:"
            + " {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"small\",\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":1,\"total_tokens\":8}}\n\n";
    return CHUNK.formatted("{\"role\":\"assistant\",\"content\":\"ready\"}", "null")
        + CHUNK.formatted("{}", "\"stop\"")
        + usage
        + "data: [DONE]\n\n";
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
