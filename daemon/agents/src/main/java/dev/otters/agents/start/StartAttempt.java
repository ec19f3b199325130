package dev.otters.agents.start;

import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.Reason;
import dev.otters.home.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * One start of an agent: its sandbox is verified first, then its runtime becomes ready. It may fail
 * at any point.
 */
public final class StartAttempt {
  private final CompletableFuture<Boolean> verified = new CompletableFuture<>();
  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
  private final Time time;
  private final Duration readiness;

  StartAttempt(Time time, Duration readiness) {
    this.time = time;
    this.readiness = readiness;
  }

  /** Marks the sandbox as verified; the runtime may receive its setup now. */
  void verified() {
    verified.complete(true);
  }

  /** Marks the runtime as ready. */
  public void ready() {
    ready.complete(true);
  }

  /** Fails the start, unless it failed before or the runtime is ready. */
  void fail(RuntimeException failure) {
    verified.completeExceptionally(failure);
    ready.completeExceptionally(failure);
  }

  void check() {
    if (ready.isCompletedExceptionally()) {
      await(ready);
    }
  }

  /** Waits until the sandbox is verified; throws the failure if the start fails. */
  public void awaitVerified() {
    await(verified);
  }

  /** Waits until the runtime is ready; throws the failure if the start fails or takes too long. */
  void awaitReady() {
    Time.Timer timer = time.after(readiness, () -> fail(late()));
    try {
      await(ready);
    } finally {
      timer.cancel();
    }
  }

  private AgentFailure late() {
    return new AgentFailure(
        Reason.READINESS_TIMEOUT,
        "the runtime was not ready within " + readiness.toSeconds() + " s",
        "See 'otters logs', or raise readiness-timeout in ottersd.yaml.");
  }

  private static void await(CompletableFuture<Boolean> future) {
    try {
      future.get();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new AgentFailure(
          Reason.INIT, "the daemon cancelled the start", "Start the agent again.");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new CompletionException(e.getCause());
    }
  }
}
