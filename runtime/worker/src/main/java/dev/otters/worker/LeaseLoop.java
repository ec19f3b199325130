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

/** Leases one activation after another and starts their turns, as many at once as allowed. */
final class LeaseLoop {
  private final TurnEnvironment environment;
  private final TurnDesk desk;
  private final Backoff backoff;
  private final CountDownLatch stopping;
  private final Semaphore slots;

  /**
   * Makes a loop.
   *
   * @param stopping opens when no more work is to be taken
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

  /** Runs until the runtime is stopping. */
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
          environment.log().line("no work: " + refused.getCause());
          pause(backoff.after(++failures));
        }
      }
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("nobody interrupts the lease loop", interrupted);
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
