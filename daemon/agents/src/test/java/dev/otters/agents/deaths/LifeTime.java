package dev.otters.agents.deaths;

import dev.otters.home.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** The clock as one daemon sees it: after its death, none of its tasks runs. */
record LifeTime(Time time, BooleanSupplier dead) implements Time {
  @Override
  public Instant now() {
    return time.now();
  }

  @Override
  public long nanos() {
    return time.nanos();
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    if (dead.getAsBoolean()) {
      return () -> {};
    }
    return time.after(
        delay,
        () -> {
          if (!dead.getAsBoolean()) {
            task.run();
          }
        });
  }
}
