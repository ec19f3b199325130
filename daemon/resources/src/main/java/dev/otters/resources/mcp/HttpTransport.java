package dev.otters.resources.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.egress.AgentHttp;
import dev.otters.http.HttpAnswer;
import dev.otters.http.HttpBody;
import dev.otters.http.HttpCall;
import dev.otters.http.HttpStall;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.HttpHeaders;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Exchanges messages with a server over HTTP, as the specification of 2025-11-25 says ("Streamable
 * HTTP"). Each message is one request, and the answer to it comes as JSON or as a stream. What a
 * server sends besides answers is not read: the client offers servers nothing that they could ask.
 */
final class HttpTransport implements McpClientTransport {
  private static final Scheduler THREADS =
      Schedulers.fromExecutorService(Executors.newVirtualThreadPerTaskExecutor());

  private static final List<String> VERSIONS =
      List.of(
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  /** A name of a session has visible characters only. */
  private static final Pattern SESSION = Pattern.compile("[\\x21-\\x7e]{1,256}");

  private static final String JSON = "application/json";
  private static final String STREAM = "text/event-stream";
  private static final int NOT_FOUND = 404;

  private final AgentHttp line;
  private final URI server;
  private final Allowance allowance;
  private final McpJsonMapper json;
  private volatile Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> receiver = mono -> mono;
  private volatile @Nullable String session;
  private volatile @Nullable String version;

  HttpTransport(AgentHttp line, URI server, Allowance allowance, McpJsonMapper json) {
    this.line = line;
    this.server = server;
    this.allowance = allowance;
    this.json = json;
  }

  @Override
  public List<String> protocolVersions() {
    return VERSIONS;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    receiver = handler;
    return Mono.empty();
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.<Void>fromCallable(
            () -> {
              send(message);
              return null;
            })
        .subscribeOn(THREADS)
        .timeout(allowance.time());
  }

  private void send(JSONRPCMessage message) throws IOException {
    exchange(message).ifPresent(reply -> receiver.apply(Mono.just(reply)).subscribe());
  }

  /** Sends a message, and returns the answer to it; empty if it wants none. */
  private Optional<JSONRPCMessage> exchange(JSONRPCMessage message) throws IOException {
    HttpBody body = HttpBody.once(json.writeValueAsBytes(message));
    HttpCall call = new HttpCall("POST", server, headers(), body, allowance.time());
    try (HttpAnswer answer = line.send(call)) {
      return read(answer, message);
    } catch (AgentHttp.DeniedException e) {
      throw new McpFailure(McpFailure.Kind.REFUSED, String.valueOf(e.getMessage()));
    } catch (HttpStall e) {
      throw new McpFailure(McpFailure.Kind.LATE, "its server did not answer in time");
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        // The time for the exchange is over, and no caller waits for it any more.
        return Optional.empty();
      }
      McpFailure.Kind kind = version == null ? McpFailure.Kind.UNREACHABLE : McpFailure.Kind.DIED;
      throw new McpFailure(kind, "the connection to its server failed: " + e.getMessage());
    }
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new HashMap<>();
    headers.put(HttpHeaders.CONTENT_TYPE, JSON);
    headers.put(HttpHeaders.ACCEPT, JSON + ", " + STREAM);
    Optional.ofNullable(session).ifPresent(it -> headers.put(HttpHeaders.MCP_SESSION_ID, it));
    Optional.ofNullable(version).ifPresent(it -> headers.put(HttpHeaders.PROTOCOL_VERSION, it));
    return headers;
  }

  private Optional<JSONRPCMessage> read(HttpAnswer answer, JSONRPCMessage message)
      throws IOException {
    if (answer.status() < 200 || answer.status() > 299) {
      throw refusal(answer.status());
    }
    answer
        .first(HttpHeaders.MCP_SESSION_ID.toLowerCase(Locale.ROOT))
        .filter(name -> SESSION.matcher(name).matches())
        .ifPresent(name -> session = name);
    if (!(message instanceof McpSchema.JSONRPCRequest request)) {
      return Optional.empty();
    }
    String type = answer.first("content-type").orElse("").toLowerCase(Locale.ROOT);
    Optional<JSONRPCMessage> reply = Optional.empty();
    int most = allowance.bytes();
    if (type.startsWith(STREAM)) {
      EventStream events = new EventStream(answer.stream(), most);
      Optional<String> data = events.next();
      while (reply.isEmpty() && data.isPresent()) {
        allowance.took(data.get().length());
        reply = reply(data.get(), request);
        data = reply.isEmpty() ? events.next() : data;
      }
    } else if (type.startsWith(JSON)) {
      byte[] bytes = answer.bytes(most + 1);
      if (bytes.length > most) {
        throw broken("its server sent more than " + most + " bytes");
      }
      allowance.took(bytes.length);
      reply = reply(new String(bytes, UTF_8), request);
    }
    if (reply.isEmpty()) {
      throw new McpFailure(McpFailure.Kind.DIED, "its server ended before it answered");
    }
    return reply;
  }

  /** Returns a message if it is the answer to a request. */
  private Optional<JSONRPCMessage> reply(String text, McpSchema.JSONRPCRequest request) {
    JSONRPCMessage message;
    try {
      message = McpJson.few(() -> McpSchema.deserializeJsonRpcMessage(json, text));
    } catch (IOException | RuntimeException e) {
      throw broken("its server sent what is no message of the protocol");
    }
    if (!(message instanceof McpSchema.JSONRPCResponse response)
        || !request.id().equals(response.id())) {
      return Optional.empty();
    }
    if (response.result() instanceof Map<?, ?> result
        && result.get("protocolVersion") instanceof String spoken
        && VERSIONS.contains(spoken)
        && version == null) {
      version = spoken;
    }
    return Optional.of(message);
  }

  private static McpFailure refusal(int status) {
    return switch (status) {
      case 401, 403 ->
          new McpFailure(
              McpFailure.Kind.SAID, "its server wants a login (HTTP %d)".formatted(status));
      case NOT_FOUND ->
          new McpFailure(
              McpFailure.Kind.DIED, "its server knows no such URL or session (HTTP 404)");
      case 301, 302, 303, 307, 308 ->
          broken("its server redirects (HTTP %d), which is not followed".formatted(status));
      default -> broken("its server answered with HTTP " + status);
    };
  }

  private static McpFailure broken(String message) {
    return new McpFailure(McpFailure.Kind.BROKEN, message);
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    try {
      return McpJson.few(() -> json.convertValue(data, type));
    } catch (IOException | RuntimeException e) {
      throw broken("its server sent an answer of another form than the protocol has");
    }
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(line::close);
  }
}
