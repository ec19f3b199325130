package dev.otters.worker;

import dev.otters.protocol.Activation;
import dev.otters.worker.turn.Turn;
import dev.otters.worker.turn.TurnEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The running turns; passes the daemon's interrupts on to them. Thread-safe. */
final class TurnDesk {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Turn> running = new HashMap<>();
  private final Set<String> earlyInterrupts = new HashSet<>();

  /** Starts a turn on its own thread and runs {@code after} at its end. */
  void start(Activation activation, TurnEnvironment environment, Runnable after) {
    Turn turn = new Turn(activation, environment);
    lock.lock();
    try {
      running.put(activation.id(), turn);
      if (earlyInterrupts.remove(activation.id())) {
        turn.interrupt();
      }
    } finally {
      lock.unlock();
    }
    Thread.ofVirtual().name("turn").start(() -> run(turn, after));
  }

  /**
   * Interrupts the turn of an activation. An interrupt that arrives before its turn has started is
   * remembered.
   */
  void interrupt(String activation) {
    lock.lock();
    try {
      Turn turn = running.get(activation);
      if (turn == null) {
        earlyInterrupts.add(activation);
      } else {
        turn.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Drops all running turns. */
  void abandonAll() {
    lock.lock();
    try {
      List<Turn> turns = new ArrayList<>(running.values());
      turns.forEach(Turn::abandon);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no turn runs, at most for a given time. */
  boolean awaitIdle(Duration patience) throws InterruptedException {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (!running.isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
      }
      return running.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private void run(Turn turn, Runnable after) {
    try {
      turn.run();
    } finally {
      lock.lock();
      try {
        running.remove(turn.activation().id(), turn);
        earlyInterrupts.remove(turn.activation().id());
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      after.run();
    }
  }
}
