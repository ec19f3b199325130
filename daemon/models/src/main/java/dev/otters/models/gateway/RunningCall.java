package dev.otters.models.gateway;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
  private final long size;
  private final Recorder recorder;
  private Optional<Usage> reported = Optional.empty();
  private @Nullable Thread thread;

  RunningCall(
      CallKey key,
      Provider provider,
      CompletionRequest request,
      Caller caller,
      Consumer<String> deltas) {
    this.key = key;
    this.deltas = deltas;
    this.size = request.size();
    this.recorder = caller.recorder();
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
      Caller asking =
          new Caller(caller.agent(), caller.notes(), this::report, recorder, caller.files());
      recorder.asked(provider.name(), request);
      end(counted(provider.complete(request, asking, this::take)));
    } catch (InterruptedException e) {
      cancel();
    } catch (RuntimeException | Error e) {
      fail(e, caller);
    }
  }

  private synchronized void report(Usage usage) {
    reported = Optional.of(usage);
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
    if (!isDone()) {
      recorder.answered(completion);
    }
    boolean unused = result.complete(completion);
    release();
  }

  /** Ends the completion, and reports what it used if the provider had begun to answer. */
  private synchronized void fail(Throwable cause, Caller caller) {
    if (!isDone()) {
      recorder.failed(cause);
    }
    if (!isDone() && (reported.isPresent() || !text.isEmpty())) {
      caller.usage().accept(soFar());
    }
    boolean unused = result.completeExceptionally(cause);
    release();
  }

  private void release() {
    thread = null;
    text.setLength(0);
    text.trimToSize();
  }

  /**
   * Ends the completion with its text so far, without waiting for the provider to stop. The usage
   * is what the provider had reported, or an estimate.
   */
  synchronized void cancel() {
    Thread running = thread;
    boolean sent = running != null && running.getState() != Thread.State.NEW;
    Usage usage = sent ? soFar() : Usage.NONE;
    end(new Completion(text.toString(), List.of(), StopReason.INTERRUPTED, usage));
    if (running != null) {
      running.interrupt();
    }
  }

  /** Returns an answer with an estimate of the tokens that the provider did not report. */
  private Completion counted(Completion answer) {
    long said =
        CompletionRequest.bytes(answer.text())
            + answer.toolCalls().stream()
                .mapToLong(
                    call -> call.name().length() + CompletionRequest.bytes(call.argumentsJson()))
                .sum();
    Usage usage = answer.usage().orEstimate(Usage.estimate(size, said));
    return new Completion(
        answer.text(), answer.toolCalls(), answer.stopReason(), usage, answer.thinking());
  }

  /** Returns what the provider reported, or an estimate of what it did not report. */
  private Usage soFar() {
    Usage estimate = Usage.estimate(size, CompletionRequest.bytes(text));
    long output = estimate.outputTokens();
    return reported
        .map(usage -> usage.outputTokens() >= output ? usage : usage.withOutput(output))
        .orElse(estimate);
  }

  /** Counts the completion when it ends. */
  RunningCall counted(GatewayMeter meter, String provider) {
    long begin = System.nanoTime();
    var unused =
        result.whenComplete(
            (answer, _) ->
                meter.count(provider, Duration.ofNanos(System.nanoTime() - begin), answer));
    return this;
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
