package dev.otters.home.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A clock that stands still until a test moves it; due tasks then run in the test's thread, in
 * order.
 */
public final class ManualTime implements Time {
  private record Task(long due, long order, Runnable work) {}

  private final List<Task> tasks = new ArrayList<>();
  private Instant wall = Instant.parse("2026-01-01T00:00:00Z");
  private long nanos = 1_000_000_000L;
  private long order;

  @Override
  public synchronized Instant now() {
    return wall;
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public synchronized Timer after(Duration delay, Runnable work) {
    Task task = new Task(nanos + Math.max(0, delay.toNanos()), order++, work);
    tasks.add(task);
    return () -> {
      synchronized (this) {
        tasks.remove(task);
      }
    };
  }

  /** Moves both clocks and runs what becomes due, each task at its own time. */
  public void advance(Duration step) {
    long end = nanos() + step.toNanos();
    for (Optional<Task> next = take(end); next.isPresent(); next = take(end)) {
      next.get().work().run();
    }
    moveTo(end);
  }

  /** Moves the wall clock alone, as an operator or a time server does. */
  public synchronized void jumpWallClock(Duration step) {
    wall = wall.plus(step);
  }

  /**
   * Moves both clocks and runs nothing, as if the process had been stopped; {@link #advance} then
   * runs it late.
   */
  public synchronized void standStill(Duration pause) {
    moveTo(nanos + pause.toNanos());
  }

  /** Returns how many tasks wait. */
  public synchronized int waiting() {
    return tasks.size();
  }

  /** Forgets every waiting task, as the end of a process does. */
  public synchronized void forgetTasks() {
    tasks.clear();
  }

  private synchronized Optional<Task> take(long end) {
    Optional<Task> next =
        tasks.stream()
            .filter(task -> task.due() <= end)
            .min(Comparator.comparingLong(Task::due).thenComparingLong(Task::order));
    next.ifPresent(
        task -> {
          tasks.remove(task);
          moveTo(Math.max(nanos, task.due()));
        });
    return next;
  }

  private synchronized void moveTo(long time) {
    wall = wall.plusNanos(time - nanos);
    nanos = time;
  }
}
