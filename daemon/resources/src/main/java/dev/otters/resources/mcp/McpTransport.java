package dev.otters.resources.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Connects the client of the SDK with an exchange. What a server sends besides answers is not read:
 * the client offers servers nothing that they could ask.
 */
final class McpTransport implements McpClientTransport {
  /** The versions of the protocol that are spoken. */
  static final List<String> VERSIONS =
      List.of(
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  private static final Logger LOG = LoggerFactory.getLogger(McpTransport.class);
  private static final Duration FAREWELL = Duration.ofSeconds(5);
  private static final Scheduler THREADS =
      Schedulers.fromExecutorService(Executors.newVirtualThreadPerTaskExecutor());

  private final Exchange exchange;
  private final Allowance allowance;
  private volatile Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> receiver = mono -> mono;

  McpTransport(Exchange exchange, Allowance allowance) {
    this.exchange = exchange;
    this.allowance = allowance;
  }

  boolean isOpen() {
    return exchange.isOpen();
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
    exchange
        .send(message)
        .ifPresent(
            reply -> {
              var unused = receiver.apply(Mono.just(reply)).subscribe();
            });
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    try {
      return McpJson.few(() -> McpJson.MAPPER.convertValue(data, type));
    } catch (IOException | RuntimeException e) {
      throw new McpFailure(
          McpFailure.Kind.BROKEN,
          "its server sent an answer of another form than the protocol has");
    }
  }

  /** Closes the exchange on a thread of its own. A server may ignore the farewell. */
  @Override
  public Mono<Void> closeGracefully() {
    return Mono.<Void>fromRunnable(exchange::close)
        .subscribeOn(THREADS)
        .timeout(FAREWELL)
        .doOnError(e -> LOG.atDebug().setCause(e).log("A session with a server did not end well"))
        .onErrorComplete();
  }
}
