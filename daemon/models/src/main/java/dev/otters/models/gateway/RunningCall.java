package dev.otters.models.gateway;

import dev.otters.protocol.Answer;
import dev.otters.protocol.StopReason;
import dev.otters.protocol.Usage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** One completion on a thread of its own, so that it outlives the connection that asked for it. */
final class RunningCall {
  private final CompletableFuture<Answer.Completion> result = new CompletableFuture<>();
  private final StringBuilder said = new StringBuilder();
  private final Consumer<String> deltas;
  private final Thread thread;
  private boolean started;

  RunningCall(
      Provider provider, CompletionRequest request, Caller caller, Consumer<String> deltas) {
    this.deltas = deltas;
    thread = Thread.ofVirtual().name("completion").unstarted(() -> run(provider, request, caller));
  }

  /** Begins, unless it has begun or was cancelled. */
  synchronized void start() {
    if (!started && !result.isDone()) {
      started = true;
      thread.start();
    }
  }

  private void run(Provider provider, CompletionRequest request, Caller caller) {
    try {
      result.complete(provider.complete(request, caller, this::say));
    } catch (InterruptedException e) {
      cancel();
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  private synchronized void say(String piece) {
    if (!result.isDone()) {
      said.append(piece);
      deltas.accept(piece);
    }
  }

  /**
   * Ends the completion at once with what was said so far, however long its provider takes to
   * notice.
   */
  synchronized void cancel() {
    result.complete(
        new Answer.Completion(said.toString(), List.of(), StopReason.INTERRUPTED, Usage.NONE));
    thread.interrupt();
  }

  boolean failed() {
    return result.isCompletedExceptionally();
  }

  Answer.Completion await() throws InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ModelException failure) {
        throw failure;
      }
      throw new IllegalStateException("the provider failed: " + e.getCause(), e.getCause());
    }
  }
}
