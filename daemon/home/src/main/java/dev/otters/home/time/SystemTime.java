package dev.otters.home.time;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machine's clocks. Tasks run on virtual threads, so that a slow one delays no other. */
public final class SystemTime implements Time, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SystemTime.class);

  /**
   * The property that names a file with a number of seconds, which are added to the wall clock. For
   * tests, which cannot set the clock of the machine.
   */
  public static final String OFFSET = "otters.clock-offset";

  private static final Optional<Path> OFFSET_FILE =
      Optional.ofNullable(System.getProperty(OFFSET)).map(Path::of);

  private final ScheduledThreadPoolExecutor timers;

  /** Starts the timer thread. */
  public SystemTime() {
    timers =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("timers").daemon().factory());
    timers.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Instant now() {
    return Instant.now().plusSeconds(OFFSET_FILE.map(SystemTime::offset).orElse(0L));
  }

  private static long offset(Path file) {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    ScheduledFuture<?> future =
        timers.schedule(
            () -> Thread.ofVirtual().name("timer").start(() -> run(task)),
            Math.max(0, delay.toNanos()),
            TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.atError().setCause(e).log("A timed task failed");
    }
  }

  /** Cancels every waiting task. */
  @Override
  public void close() {
    timers.shutdownNow();
  }
}
