package dev.otters.worker;

import dev.otters.protocol.Activation;
import dev.otters.worker.turn.Turn;
import dev.otters.worker.turn.TurnEnvironment;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The running turns; passes the daemon's interrupts on to them. Thread-safe. */
final class TurnDesk {
  private final Map<String, Turn> running = new HashMap<>();
  private final Set<String> earlyInterrupts = new HashSet<>();

  /** Starts a turn on its own thread and runs {@code after} at its end. */
  void start(Activation activation, TurnEnvironment environment, Runnable after) {
    Turn turn = new Turn(activation, environment);
    synchronized (this) {
      running.put(activation.id(), turn);
      if (earlyInterrupts.remove(activation.id())) {
        turn.interrupt();
      }
    }
    Thread.ofVirtual().name("turn").start(() -> run(turn, after));
  }

  /**
   * Interrupts the turn of an activation. An interrupt that arrives before its turn has started is
   * remembered.
   */
  synchronized void interrupt(String activation) {
    Turn turn = running.get(activation);
    if (turn == null) {
      earlyInterrupts.add(activation);
    } else {
      turn.interrupt();
    }
  }

  /** Drops all running turns. */
  synchronized void abandonAll() {
    running.values().forEach(Turn::abandon);
  }

  /** Waits until no turn runs, at most for a given time. */
  synchronized boolean awaitIdle(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!running.isEmpty() && end - System.nanoTime() > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
    }
    return running.isEmpty();
  }

  private void run(Turn turn, Runnable after) {
    try {
      turn.run();
    } finally {
      synchronized (this) {
        running.remove(turn.activation().id(), turn);
        earlyInterrupts.remove(turn.activation().id());
        notifyAll();
      }
      after.run();
    }
  }
}
