package dev.otters.models.gateway;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A completion on its own thread, which outlives the connection that asked for it. Once it ends, it
 * keeps its result only, and neither the request nor the thread.
 */
final class RunningCall {
  private final CallKey key;
  private final CompletableFuture<Completion> result = new CompletableFuture<>();
  private final StringBuilder text = new StringBuilder();
  private final Consumer<String> deltas;
  private @Nullable Thread thread;

  RunningCall(
      CallKey key,
      Provider provider,
      CompletionRequest request,
      Caller caller,
      Consumer<String> deltas) {
    this.key = key;
    this.deltas = deltas;
    thread = Thread.ofVirtual().name("completion").unstarted(() -> run(provider, request, caller));
  }

  CallKey key() {
    return key;
  }

  /** Starts the completion, unless it was started or cancelled before. */
  synchronized void start() {
    if (thread != null && thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  private void run(Provider provider, CompletionRequest request, Caller caller) {
    try {
      end(provider.complete(request, caller, this::take));
    } catch (InterruptedException e) {
      cancel();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private synchronized void take(String piece) {
    if (isDone()) {
      return;
    }
    if (text.length() + piece.length() > AnswerLimit.CHARACTERS) {
      throw AnswerLimit.exceeded();
    }
    text.append(piece);
    deltas.accept(piece);
  }

  private synchronized void end(Completion completion) {
    boolean unused = result.complete(completion);
    release();
  }

  private synchronized void fail(Throwable cause) {
    boolean unused = result.completeExceptionally(cause);
    release();
  }

  private void release() {
    thread = null;
    text.setLength(0);
    text.trimToSize();
  }

  /** Ends the completion with its text so far, without waiting for the provider to stop. */
  synchronized void cancel() {
    Thread running = thread;
    end(new Completion(text.toString(), List.of(), StopReason.INTERRUPTED, Usage.NONE));
    if (running != null) {
      running.interrupt();
    }
  }

  boolean isDone() {
    return result.isDone();
  }

  boolean hasFailed() {
    return result.isCompletedExceptionally();
  }

  Completion await() throws InterruptedException {
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
