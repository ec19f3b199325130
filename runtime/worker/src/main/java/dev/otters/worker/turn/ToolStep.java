package dev.otters.worker.turn;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Call;
import dev.otters.protocol.CrashPoint;
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

/**
 * Runs the tool calls of one completion, several at a time. Each result is stored by the daemon
 * before the step ends.
 *
 * @param step the number of the completion
 */
record ToolStep(TurnEnvironment environment, Activation activation, Lifeline lifeline, int step) {
  private static final int AT_ONCE = 8;

  void run(List<ToolCall> calls) throws TurnEndedException, CallFailedException {
    CompletableFuture<String> cancelled = lifeline.cancellation();
    Semaphore slots = new Semaphore(AT_ONCE);
    List<Future<Boolean>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (ToolCall call : calls) {
        running.add(threads.submit(() -> run(call, cancelled, slots)));
      }
    }
    for (Future<Boolean> ended : running) {
      check(ended);
    }
  }

  private boolean run(ToolCall call, CompletableFuture<String> cancelled, Semaphore slots)
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
    CrashPoint.at("tool-ended");
    lifeline.deliver(new Call.Result(activation.id(), activation.fence(), step, result));
    return true;
  }

  private static void check(Future<Boolean> ended) throws TurnEndedException, CallFailedException {
    try {
      boolean unused = ended.get();
    } catch (ExecutionException failure) {
      switch (failure.getCause()) {
        case TurnEndedException turn -> throw turn;
        case CallFailedException refused -> throw refused;
        case null, default -> throw new IllegalStateException("a tool call failed", failure);
      }
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("a turn's thread must not be interrupted", interrupted);
    }
  }
}
