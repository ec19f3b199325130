package dev.otters.agents.start;

import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.Reason;
import dev.otters.home.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Is one try to start an agent: its sandbox is verified first, then its runtime is ready; or it
 * failed.
 */
public final class StartAttempt {
  private final CompletableFuture<Boolean> verified = new CompletableFuture<>();
  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

  /** Says that the sandbox is what was asked for, so that the runtime may be told its setup. */
  void verified() {
    verified.complete(true);
  }

  /** Says that the runtime takes work. */
  public void ready() {
    ready.complete(true);
  }

  /**
   * Says that the try failed; the first failure counts, and none counts once the runtime is ready.
   */
  void fail(RuntimeException failure) {
    verified.completeExceptionally(failure);
    ready.completeExceptionally(failure);
  }

  /** Throws the failure when there is one. */
  void check() {
    if (ready.isCompletedExceptionally()) {
      await(ready);
    }
  }

  /** Waits until the sandbox is verified; throws the failure when there is one. */
  public void awaitVerified() {
    await(verified);
  }

  /**
   * Waits until the runtime is ready; throws the failure when there is one.
   *
   * @param limit how long it may take
   * @param time measures the limit
   */
  void awaitReady(Duration limit, Time time) {
    Time.Timer timer = time.after(limit, () -> fail(late(limit)));
    try {
      await(ready);
    } finally {
      timer.cancel();
    }
  }

  private static AgentFailure late(Duration limit) {
    return new AgentFailure(
        Reason.READINESS_TIMEOUT,
        "the runtime was not ready within " + limit.toSeconds() + " s",
        "look at 'otters logs', or raise readiness-timeout in ottersd.yaml");
  }

  private static void await(CompletableFuture<Boolean> future) {
    try {
      future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AgentFailure(Reason.INIT, "the daemon gave the start up", "start the agent again");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new CompletionException(e.getCause());
    }
  }
}
