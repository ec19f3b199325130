package dev.otters.sessions.wake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.sessions.log.SessionException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A wake as it is wanted: when it is due, and what it says.
 *
 * @param due when it is due, or due next
 * @param note the message for the model; may be empty
 * @param dedupe a key of which a session has one pending wake at most; empty for none
 */
public record WakePlan(
    Instant due, Repeat repeat, String note, Optional<String> dedupe, WakePriority priority) {
  /** The longest note in bytes. */
  public static final int MAX_NOTE = 8 * 1024;

  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  /** Throws a {@link SessionException} with {@code INVALID} for a wrong note or key. */
  public WakePlan {
    due = due.truncatedTo(ChronoUnit.MILLIS);
    if (note.getBytes(UTF_8).length > MAX_NOTE) {
      throw SessionException.invalid("the note of a wake must have at most 8 KiB");
    }
    if (dedupe.isPresent() && !KEY.matcher(dedupe.get()).matches()) {
      throw SessionException.invalid(
          "the key of a wake must be 1 to 128 letters, digits, dots, underscores, colons or"
              + " dashes");
    }
  }

  /**
   * Returns the plan of a wake that fires once.
   *
   * @throws SessionException with {@code INVALID} for a time that is over or too far ahead
   */
  public static WakePlan once(
      Instant due, Instant now, String note, Optional<String> dedupe, WakePriority priority) {
    if (due.isBefore(now)) {
      throw SessionException.invalid("the time " + due + " is over");
    }
    if (due.isAfter(now.plus(Repeat.MOST))) {
      throw SessionException.invalid("a wake must be due within 10 years");
    }
    return new WakePlan(due, Repeat.ONCE, note, dedupe, priority);
  }

  /** Returns the plan of a wake that fires again and again. */
  public static WakePlan repeated(
      Repeat repeat, Instant now, String note, Optional<String> dedupe, WakePriority priority) {
    Instant first =
        repeat
            .next(now, now)
            .orElseThrow(() -> SessionException.invalid("the wake would never be due"));
    return new WakePlan(first, repeat, note, dedupe, priority);
  }

  /** Returns the plan without the secrets in its note. */
  public WakePlan redacted(UnaryOperator<String> redactor) {
    return new WakePlan(due, repeat, redactor.apply(note), dedupe, priority);
  }
}
