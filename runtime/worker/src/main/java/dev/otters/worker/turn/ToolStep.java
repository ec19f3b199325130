package dev.otters.worker.turn;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Call;
import dev.otters.protocol.ChatMessage;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.worker.tool.ToolRequest;
import dev.otters.worker.wire.CallFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Runs the tool calls of one completion, several at a time. Each result is durable when it is
 * returned.
 *
 * @param append creates the call that stores a result
 */
record ToolStep(
    TurnEnvironment environment,
    Activation activation,
    Lifeline lifeline,
    Function<EventBody, Call.Append> append) {
  private static final int AT_ONCE = 8;

  /** Runs the calls and returns their results in order. */
  List<ChatMessage> run(List<ToolCall> calls) throws TurnEndedException, CallFailedException {
    CompletableFuture<String> cancelled = lifeline.cancellation();
    Semaphore slots = new Semaphore(AT_ONCE);
    List<Future<ChatMessage>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (ToolCall call : calls) {
        running.add(threads.submit(() -> run(call, cancelled, slots)));
      }
    }
    List<ChatMessage> results = new ArrayList<>();
    for (Future<ChatMessage> result : running) {
      results.add(outcome(result));
    }
    return results;
  }

  private ChatMessage run(ToolCall call, CompletableFuture<String> cancelled, Semaphore slots)
      throws Exception {
    EventBody.ToolResult result;
    slots.acquire();
    try {
      result =
          environment
              .tools()
              .run(
                  new ToolRequest(
                      call,
                      environment.paths().session(activation.session()),
                      Duration.ofMillis(activation.options().toolTimeoutMillis()),
                      cancelled));
    } finally {
      slots.release();
    }
    lifeline.deliver(append.apply(result));
    return result.toChatMessage();
  }

  private static ChatMessage outcome(Future<ChatMessage> result)
      throws TurnEndedException, CallFailedException {
    try {
      return result.get();
    } catch (ExecutionException failure) {
      switch (failure.getCause()) {
        case TurnEndedException ended -> throw ended;
        case CallFailedException refused -> throw refused;
        case null, default -> throw new IllegalStateException("a tool call failed", failure);
      }
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("a turn's thread must not be interrupted", interrupted);
    }
  }
}
