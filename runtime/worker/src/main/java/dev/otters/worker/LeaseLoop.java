package dev.otters.worker;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.worker.turn.TurnEnvironment;
import dev.otters.worker.wire.Backoff;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Leases activations and starts their turns, up to a limit at a time. */
final class LeaseLoop {
  private final TurnEnvironment environment;
  private final TurnDesk desk;
  private final Backoff backoff;
  private final CountDownLatch stopping;
  private final Semaphore slots;

  /**
   * Creates a loop.
   *
   * @param stopping opens when the runtime takes no more work
   */
  LeaseLoop(
      TurnEnvironment environment,
      TurnDesk desk,
      Backoff backoff,
      int parallelTurns,
      CountDownLatch stopping) {
    this.environment = environment;
    this.desk = desk;
    this.backoff = backoff;
    this.stopping = stopping;
    this.slots = new Semaphore(parallelTurns);
  }

  /** Runs until the runtime stops. */
  void run() {
    int failures = 0;
    try {
      while (!isStopping()) {
        slots.acquire();
        try {
          Answer.Leased leased = environment.daemon().call(new Call.Lease()).get();
          failures = 0;
          begin(leased.activation());
        } catch (ExecutionException refused) {
          slots.release();
          environment.log().line("cannot lease work: " + refused.getCause());
          pause(backoff.after(++failures));
        }
      }
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("the lease loop must not be interrupted", interrupted);
    }
  }

  private void begin(Activation activation) {
    if (isStopping()) {
      environment.daemon().release(activation.id(), activation.fence());
      slots.release();
      return;
    }
    desk.start(activation, environment, slots::release);
  }

  private void pause(Duration wait) throws InterruptedException {
    if (stopping.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
      environment.log().line("no more work is taken");
    }
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }
}
