package dev.otters.resources.mcp;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A connection to a server. Every method throws {@link McpFailure}. Thread-safe. */
final class McpConnection implements AutoCloseable {
  /** The daemon passes on what a server says, and uses no part of its form. */
  private static final JsonSchemaValidator NO_CHECK =
      (schema, content) -> JsonSchemaValidator.ValidationResponse.asValid("");

  private final McpSyncClient client;
  private final McpTransport transport;
  private volatile long used = System.nanoTime();
  private volatile boolean touched = true;
  private int calls;
  private boolean over;

  private McpConnection(McpSyncClient client, McpTransport transport) {
    this.client = client;
    this.transport = transport;
  }

  /**
   * Connects.
   *
   * @param within the time until the server has answered
   * @param call the time for each later answer
   */
  static McpConnection open(McpTransport transport, Duration within, Duration call) {
    McpSyncClient client =
        McpClient.sync(transport)
            .clientInfo(McpSchema.Implementation.builder("otters", "1").build())
            .capabilities(McpSchema.ClientCapabilities.builder().build())
            .jsonSchemaValidator(NO_CHECK)
            .initializationTimeout(within)
            .requestTimeout(call)
            .build();
    McpConnection connection = new McpConnection(client, transport);
    try {
      connection.asked(client::initialize);
      return connection;
    } catch (McpFailure e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Returns the tools of the first pages, one more than the limit at most.
   *
   * @param bounded makes of a tool what is kept of it, page by page
   */
  <T> List<T> tools(int most, Function<McpSchema.Tool, T> bounded) {
    List<T> tools = new ArrayList<>();
    @Nullable String cursor = null;
    for (int page = 0; page < McpLimits.PAGES && tools.size() <= most; page++) {
      @Nullable String from = cursor;
      McpSchema.ListToolsResult result = asked(() -> client.listTools(from));
      @Nullable List<McpSchema.Tool> listed = result.tools();
      if (listed == null) {
        throw broken();
      }
      listed.stream()
          .filter(Objects::nonNull)
          .limit(most + 1L - tools.size())
          .map(bounded)
          .forEach(tools::add);
      cursor = result.nextCursor();
      if (cursor == null || cursor.isEmpty()) {
        break;
      }
    }
    return tools;
  }

  /**
   * Begins a use, which {@link #end} ends.
   *
   * @return false if the connection is closed, or will be, or its server has ended
   */
  synchronized boolean begin() {
    boolean usable = !over && transport.isOpen();
    calls += usable ? 1 : 0;
    touched = true;
    return usable;
  }

  /** Returns whether nothing used the connection since the last question, or will again. */
  synchronized boolean isForgotten() {
    boolean forgotten = calls == 0 && (!touched || !transport.isOpen());
    touched = false;
    return forgotten;
  }

  /** Ends a use. */
  void end() {
    boolean last;
    synchronized (this) {
      calls--;
      last = over && calls == 0;
    }
    if (last) {
      client.close();
    }
  }

  /** Returns whether nothing uses the connection. */
  synchronized boolean isIdle() {
    return calls == 0;
  }

  /** Calls a tool once. */
  McpSchema.CallToolResult call(String tool, Map<String, Object> input) {
    return asked(
        () -> client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(input).build()));
  }

  /** Returns when the connection was used last, in the nanoseconds of {@link System#nanoTime}. */
  long used() {
    return used;
  }

  private <T> T asked(Supplier<T> exchange) {
    used = System.nanoTime();
    try {
      return exchange.get();
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  private static McpFailure broken() {
    return new McpFailure(
        McpFailure.Kind.BROKEN, "its server sent what the protocol does not allow");
  }

  private static McpFailure failure(RuntimeException thrown) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (e instanceof McpFailure failure) {
        return failure;
      }
      if (e instanceof TimeoutException) {
        return new McpFailure(McpFailure.Kind.LATE, "its server did not answer in time");
      }
      if (e instanceof InterruptedException) {
        return new McpFailure(McpFailure.Kind.LATE, "the call was stopped");
      }
      if (e instanceof McpError error) {
        return McpFailure.said(String.valueOf(error.getJsonRpcError().message()));
      }
    }
    return broken();
  }

  /** Closes the connection when nothing uses it any more. */
  @Override
  public void close() {
    boolean idle;
    synchronized (this) {
      idle = !over && calls == 0;
      over = true;
    }
    if (idle) {
      client.close();
    }
  }

  /** Closes the connection at once, and waits some seconds for the server. Its calls fail. */
  void stop() {
    synchronized (this) {
      over = true;
    }
    boolean unused = client.closeGracefully();
  }
}
