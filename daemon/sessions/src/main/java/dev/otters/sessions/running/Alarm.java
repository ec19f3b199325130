package dev.otters.sessions.running;

import dev.otters.home.store.StoreException;
import dev.otters.home.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for what is due by the wall clock, which may be set at any time: at least every 30 s while
 * anything is expected. A look that fails is repeated. Thread-safe.
 */
public final class Alarm {
  private static final Logger LOG = LoggerFactory.getLogger(Alarm.class);

  /** The longest time between two looks. */
  public static final Duration LOOK = Duration.ofSeconds(30);

  /** The next look. */
  private record Next(long nanos, Time.Timer timer) {}

  private final Time time;
  private final Supplier<Optional<Duration>> look;
  private Optional<Next> next = Optional.empty();

  /**
   * Creates an alarm that is not set.
   *
   * @param look does what is due, and returns the time until the next look; empty for none
   */
  public Alarm(Time time, Supplier<Optional<Duration>> look) {
    this.time = time;
    this.look = look;
  }

  /** Looks after a time, or before. */
  public synchronized void within(Duration wait) {
    Duration limited = wait.compareTo(LOOK) < 0 ? wait : LOOK;
    long nanos = time.nanos() + Math.max(0, limited.toNanos());
    if (next.isPresent() && next.get().nanos() - nanos <= 0) {
      return;
    }
    next.ifPresent(it -> it.timer().cancel());
    next = Optional.of(new Next(nanos, time.after(limited, this::look)));
  }

  private synchronized void looking() {
    next = Optional.empty();
  }

  private void look() {
    looking();
    try {
      look.get().ifPresent(this::within);
    } catch (StoreException e) {
      if (e.reason() != StoreException.Reason.CLOSED) {
        LOG.atWarn().setCause(e).log("A look for what is due is repeated");
        within(LOOK);
      }
    }
  }
}
