package dev.otters.resources.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.egress.AgentHttp;
import dev.otters.http.HttpAnswer;
import dev.otters.http.HttpBody;
import dev.otters.http.HttpCall;
import dev.otters.http.HttpStall;
import io.modelcontextprotocol.spec.HttpHeaders;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exchanges messages with a server over HTTP, as the specification of 2025-11-25 says ("Streamable
 * HTTP"). Each message is one request, and the answer to it comes as JSON or as a stream.
 */
final class WebExchange implements Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(WebExchange.class);

  /** A name of a session has visible characters only. */
  private static final Pattern SESSION = Pattern.compile("[\\x21-\\x7e]{1,256}");

  private static final String JSON = "application/json";
  private static final String STREAM = "text/event-stream";
  private static final int NOT_FOUND = 404;

  private final AgentHttp line;
  private final URI server;
  private final Allowance allowance;
  private volatile @Nullable String session;
  private volatile @Nullable String version;

  WebExchange(AgentHttp line, URI server, Allowance allowance) {
    this.line = line;
    this.server = server;
    this.allowance = allowance;
  }

  /** Returns true: a server that is away may be there again. */
  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public Optional<JSONRPCMessage> send(JSONRPCMessage message) throws IOException {
    HttpBody body = HttpBody.once(McpJson.MAPPER.writeValueAsBytes(message));
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
    JSONRPCMessage message = McpJson.message(text);
    if (!(message instanceof McpSchema.JSONRPCResponse response)
        || !request.id().equals(response.id())) {
      return Optional.empty();
    }
    if (response.result() instanceof Map<?, ?> result
        && result.get("protocolVersion") instanceof String spoken
        && McpTransport.VERSIONS.contains(spoken)
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

  /** Asks the server to end the session, if it named one and the agent may still reach it. */
  @Override
  public void close() {
    String ended = session;
    session = null;
    if (ended != null) {
      Map<String, String> headers = new HashMap<>(headers());
      headers.put(HttpHeaders.MCP_SESSION_ID, ended);
      HttpCall call = new HttpCall("DELETE", server, headers, HttpBody.EMPTY, Duration.ZERO);
      try (HttpAnswer answer = line.send(call)) {
        LOG.debug("A server ended a session with HTTP {}", answer.status());
      } catch (IOException | IllegalStateException e) {
        LOG.debug("A server could not be asked to end a session", e);
      }
    }
    line.close();
  }
}
