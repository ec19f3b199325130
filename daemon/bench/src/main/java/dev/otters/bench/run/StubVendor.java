package dev.otters.bench.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A vendor of models on this machine that answers at once. It speaks OpenAI's chat completions as a
 * stream (https://platform.openai.com/docs/api-reference/chat/streaming). Thread-safe.
 */
public final class StubVendor implements AutoCloseable {
  /** A message that is answered with {@link #TOKENS} tokens without a pause. */
  public static final String LONG = "say much";

  /** A message that is answered with {@link #SLOW_TOKENS} tokens, each of which is the time. */
  public static final String SLOW = "tell the time";

  /** The tokens of a long answer. */
  public static final int TOKENS = 400;

  /** The tokens of a slow answer. */
  public static final int SLOW_TOKENS = 100;

  private static final long PAUSE_NANOS = 20_000_000;
  private static final String TOOL = "use a tool";
  private static final String USAGE =
      ",\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":2,\"total_tokens\":22}";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpServer server;
  private volatile Instant asked = Instant.MIN;

  private StubVendor(HttpServer server) {
    this.server = server;
  }

  /** Starts it on a free port of the loopback interface. */
  public static StubVendor start() throws IOException {
    // Otherwise each answer waits for the other side's delayed acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    StubVendor vendor = new StubVendor(server);
    server.createContext("/v1/chat/completions", vendor::answer);
    server.start();
    return vendor;
  }

  /** Returns when the last request arrived; {@link Instant#MIN} before the first. */
  public Instant asked() {
    return asked;
  }

  /** Returns the base address of the API. */
  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked = Instant.now();
    JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
    JsonNode last = request.path("messages").path(request.path("messages").size() - 1);
    String text =
        last.path("role").asString().equals("user") ? last.path("content").toString() : "";
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      String reason = "stop";
      if (text.contains(TOOL)) {
        send(out, call(request.path("tools").toString()), "null", "");
        reason = "tool_calls";
      } else if (text.contains(LONG)) {
        for (int i = 0; i < TOKENS; i++) {
          send(out, "\"content\":\"word \"", "null", "");
        }
      } else if (text.contains(SLOW)) {
        for (int i = 0; i < SLOW_TOKENS; i++) {
          LockSupport.parkNanos(PAUSE_NANOS);
          send(out, "\"content\":\"t" + System.nanoTime() + " \"", "null", "");
        }
      } else {
        send(out, "\"role\":\"assistant\",\"content\":\"Hello.\"", "null", "");
      }
      send(out, "", '"' + reason + '"', USAGE);
      out.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String call(String tools) {
    boolean otters = tools.contains("\"sh\"");
    String arguments =
        otters
            ? "{\\\"args\\\":[\\\"-c\\\",\\\"echo here\\\"]}"
            : "{\\\"cmd\\\":\\\"echo here\\\"}";
    return "\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":\"call_"
        + System.nanoTime()
        + "\",\"type\":\"function\",\"function\":{\"name\":\""
        + (otters ? "sh" : "shell")
        + "\",\"arguments\":\""
        + arguments
        + "\"}}]";
  }

  private static void send(OutputStream out, String delta, String reason, String more)
      throws IOException {
    String event =
        "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"stub\","
            + "\"choices\":[{\"index\":0,\"delta\":{"
            + delta
            + "},\"finish_reason\":"
            + reason
            + "}]"
            + more
            + "}\n\n";
    out.write(event.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
