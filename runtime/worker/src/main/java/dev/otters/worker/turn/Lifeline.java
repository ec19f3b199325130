package dev.otters.worker.turn;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.worker.wire.CallFailedException;
import dev.otters.worker.wire.Persistence;
import dev.otters.worker.wire.WireClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a turn's lease alive and tracks whether the turn must end. A cancelled turn stops its tools
 * and completions; an abandoned one stops everything. Thread-safe.
 */
final class Lifeline {
  /** Attempts for about a minute. */
  private static final int DELIVERIES = 35;

  private static final int QUESTIONS = 5;

  private final WireClient daemon;
  private final Activation activation;
  private final Timings timings;
  private final CompletableFuture<Ending> cancelled = new CompletableFuture<>();
  private final CompletableFuture<Ending> abandoned = new CompletableFuture<>();
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();

  Lifeline(WireClient daemon, Activation activation, Timings timings) {
    this.daemon = daemon;
    this.activation = activation;
    this.timings = timings;
  }

  /** Starts the heartbeats and the turn's timer. */
  void start() {
    Thread.ofVirtual().name("heartbeat").start(this::beat);
  }

  /** Ends the heartbeats after the turn. */
  void finish() {
    over.complete(true);
  }

  void end(Ending ending) {
    cancelled.complete(ending);
    if (ending.abandons()) {
      abandoned.complete(ending);
    }
  }

  /** Returns a future that completes with words for the model when tools must stop. */
  CompletableFuture<String> cancellation() {
    return cancelled.thenApply(Ending::words);
  }

  /** Waits for an answer that a cancelled turn does not need. */
  <A extends Answer> A await(CompletableFuture<A> answer)
      throws TurnEndedException, CallFailedException {
    return await(answer, cancelled);
  }

  /**
   * Sends a call that must reach the daemon unless the turn is abandoned, and waits for the answer.
   */
  <A extends Answer> A deliver(Call<A> call) throws TurnEndedException, CallFailedException {
    return await(new Persistence(daemon, timings.retry()).call(call, DELIVERIES), abandoned);
  }

  /** Asks what the turn does next. */
  CompletableFuture<Answer.Next> ask(Call.Complete call) {
    return new Persistence(daemon, timings.retry()).call(call, QUESTIONS);
  }

  /** Throws if the turn must end. */
  void check() throws TurnEndedException {
    if (cancelled.isDone()) {
      throw new TurnEndedException(cancelled.join());
    }
  }

  private <A extends Answer> A await(CompletableFuture<A> answer, CompletableFuture<Ending> end)
      throws TurnEndedException, CallFailedException {
    try {
      CompletableFuture.anyOf(answer, end).get();
      if (!answer.isDone()) {
        throw new TurnEndedException(end.join());
      }
      return answer.get();
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof CallFailedException refusal) {
        if (refusal.isStale()) {
          end(Ending.LOST);
          throw new TurnEndedException(Ending.LOST);
        }
        throw refusal;
      }
      throw new IllegalStateException("a call failed without a wire error", failure);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("a turn's thread must not be interrupted", interrupted);
    }
  }

  private void beat() {
    long limit = TimeUnit.MILLISECONDS.toNanos(activation.options().turnTimeoutMillis());
    long began = System.nanoTime();
    CompletableFuture<Answer.Done> last = CompletableFuture.completedFuture(new Answer.Done());
    while (true) {
      long left = limit - (System.nanoTime() - began);
      if (left <= 0) {
        end(Ending.TIMED_OUT);
        left = Long.MAX_VALUE;
      }
      if (isOverWithin(Math.min(left, timings.heartbeat().toNanos()))) {
        return;
      }
      if (last.isDone()) {
        last =
            daemon
                .call(new Call.Heartbeat(activation.id(), activation.fence()))
                .whenComplete((done, failure) -> beaten(failure));
      }
    }
  }

  private void beaten(@Nullable Throwable failure) {
    if (failure instanceof CallFailedException refusal && refusal.isStale()) {
      end(Ending.LOST);
    }
  }

  private boolean isOverWithin(long nanos) {
    try {
      return over.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException notYet) {
      return false;
    } catch (InterruptedException | ExecutionException impossible) {
      throw new IllegalStateException("a heartbeat must not be interrupted", impossible);
    }
  }
}
