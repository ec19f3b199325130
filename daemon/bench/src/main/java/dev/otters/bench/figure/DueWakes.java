package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.SessionStore;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** Measures how fast due wakes begin turns, while many others wait. */
final class DueWakes {
  private static final int WAITING = 100_000;
  private static final int PER_SESSION = 100;
  static final int DUE = 2_000;
  private static final Duration LATER = Duration.ofDays(30);

  private DueWakes() {}

  /**
   * Returns the time of a wake.
   *
   * @param row the time of a row of SQLite
   */
  static List<Figure> figures(Quantity row) throws IOException, InterruptedException {
    return List.of(
        Figure.of("a due wake, none waiting", rate(0)).against("a row of SQLite", row),
        Figure.of("a due wake, %,d waiting".formatted(WAITING), rate(WAITING))
            .against("a row of SQLite", row));
  }

  private static Quantity rate(int waiting) throws IOException, InterruptedException {
    try (SessionStore store = SessionStore.create()) {
      schedule(store, "later", waiting / PER_SESSION, PER_SESSION, LATER);
      schedule(store, "due", DUE, 1, Duration.ZERO);
      long begin = System.nanoTime();
      List<String> unused = store.sessions().turns().connect(store.agent(), "bench", List.of());
      while (fired(store) < DUE) {
        LockSupport.parkNanos(1_000_000);
      }
      double micros = Clock.millisSince(begin) * 1_000 / DUE;
      return new Quantity(Samples.of(micros), Unit.MICROSECONDS);
    }
  }

  private static long fired(SessionStore store) {
    Map<ActivationState, Long> open = store.sessions().openActivations();
    return open.getOrDefault(ActivationState.READY, 0L);
  }

  /** Schedules wakes in sessions of their own; those of several sessions share a commit. */
  private static void schedule(
      SessionStore store, String name, int sessions, int each, Duration delay) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < sessions; i++) {
        SessionId session = new SessionId("api:" + name + i);
        threads.execute(
            () -> {
              for (int wake = 0; wake < each; wake++) {
                schedule(store, session, delay);
              }
            });
      }
    }
  }

  private static void schedule(SessionStore store, SessionId session, Duration delay) {
    Instant now = store.time().now();
    WakePlan plan =
        WakePlan.once(now.plus(delay), now, "Look.", Optional.empty(), WakePriority.NORMAL);
    Object unused = store.sessions().wakes().schedule(store.agent(), session, plan, tx -> {});
  }
}
