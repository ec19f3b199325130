package dev.otters.agents.start;

import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.Reason;
import dev.otters.home.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * One start of an agent: its sandbox is verified first, then its runtime becomes ready. It may fail
 * at any point.
 */
public final class StartAttempt {
  private static final int MOST_ENDS = 16;

  private final CompletableFuture<Boolean> verified = new CompletableFuture<>();
  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
  private final Time time;
  private final Duration readiness;

  /** The ends of sandboxes from before {@link #sandbox} is known. */
  private final Map<String, RuntimeException> ends = new HashMap<>();

  private Optional<String> sandbox = Optional.empty();

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

  /** Notes the executor's id of the sandbox. Fails the start if that sandbox has ended already. */
  synchronized void started(String id) {
    sandbox = Optional.of(id);
    Optional.ofNullable(ends.get(id)).ifPresent(this::fail);
    ends.clear();
  }

  /** Fails the start if its sandbox has ended. The end of an earlier sandbox can come late. */
  synchronized void ended(String id, RuntimeException failure) {
    if (sandbox.filter(id::equals).isPresent()) {
      fail(failure);
    } else if (sandbox.isEmpty() && ends.size() < MOST_ENDS) {
      ends.put(id, failure);
    }
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
