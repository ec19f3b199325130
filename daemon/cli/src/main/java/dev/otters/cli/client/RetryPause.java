package dev.otters.cli.client;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pauses between attempts to reach a lost daemon: increasingly long, up to a minute in total.
 */
public final class RetryPause {
  private static final Duration MOST = Duration.ofSeconds(60);
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private final Runnable revive;
  private final String remedy;
  private final LongSupplier nanos;
  private final Wait wait;
  private Duration pause = FIRST;
  private long since;
  private boolean told;

  /** Creates the pauses of a command that only waits for the daemon. */
  public RetryPause() {
    this(() -> {}, "Restart the daemon. The turn then resumes.");
  }

  /**
   * Creates the pauses of a command.
   *
   * @param revive starts the daemon, if it can; called once per loss, after some seconds
   * @param remedy the advice after a minute
   */
  public RetryPause(Runnable revive, String remedy) {
    this(revive, remedy, System::nanoTime, Thread::sleep);
  }

  /** Creates a pause as above, with a clock. */
  RetryPause(Runnable revive, String remedy, LongSupplier nanos, Wait wait) {
    this.revive = revive;
    this.remedy = remedy;
    this.nanos = nanos;
    this.wait = wait;
    this.since = nanos.getAsLong();
  }

  /** Waits for a while. */
  interface Wait {
    void run(Duration time) throws InterruptedException;
  }

  /** Sends a request as {@link #repeat(Supplier, Consumer)} does, and only waits for the daemon. */
  public static <T> T repeated(Supplier<T> request, Consumer<String> notes) {
    return new RetryPause().repeat(request, notes);
  }

  /**
   * Sends a request, and repeats it while the daemon is lost. It must be one that may be repeated.
   *
   * @param notes receives a note for the user, once
   * @throws ApiException when the daemon refuses it, or was unreachable for a minute
   */
  public <T> T repeat(Supplier<T> request, Consumer<String> notes) {
    while (true) {
      try {
        return request.get();
      } catch (ApiException e) {
        if (e.problem().code().exitCode() != ErrorCode.DAEMON_UNREACHABLE.exitCode()) {
          throw e;
        }
        String note = pause(e.problem().title());
        if (note != null) {
          notes.accept(note);
        }
      }
    }
  }

  /** Resets the pauses, since the daemon answered. */
  public void reset() {
    pause = FIRST;
    since = nanos.getAsLong();
    told = false;
  }

  /**
   * Waits before the next attempt.
   *
   * @param why the reason of the last failure
   * @return a note for the user, once per loss; null otherwise
   * @throws ApiException when the daemon was unreachable for a minute
   */
  public @Nullable String pause(String why) {
    if (nanos.getAsLong() - since > MOST.toNanos()) {
      throw ApiException.of(
          ErrorCode.DAEMON_UNREACHABLE,
          "the daemon was unreachable for " + MOST.toSeconds() + " seconds: " + why,
          remedy);
    }
    sleep();
    Duration twice = pause.multipliedBy(2);
    pause = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
    if (told || !pause.equals(LONGEST)) {
      return null;
    }
    told = true;
    revive.run();
    return "waiting for the daemon: " + why;
  }

  private void sleep() {
    try {
      wait.run(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiException.of(ErrorCode.INTERNAL, "interrupted", null);
    }
  }
}
