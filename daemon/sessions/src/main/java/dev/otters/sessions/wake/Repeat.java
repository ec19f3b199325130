package dev.otters.sessions.wake;

import dev.otters.home.store.Row;
import dev.otters.sessions.log.SessionException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** When a wake is due again. */
public sealed interface Repeat {
  /** The shortest interval. */
  Duration LEAST = Duration.ofMinutes(1);

  /** The longest interval, and how far ahead a wake may be. */
  Duration MOST = Duration.ofDays(3653);

  /** The wake fires once. */
  Repeat ONCE = new Once();

  /**
   * Returns the first regular time after now; empty if there is none.
   *
   * @param due when the wake was due
   */
  Optional<Instant> next(Instant due, Instant now);

  /** Fires once. */
  record Once() implements Repeat {
    @Override
    public Optional<Instant> next(Instant due, Instant now) {
      return Optional.empty();
    }
  }

  /** Fires at equal intervals. The times stay regular, also after one was late. */
  record Every(Duration interval) implements Repeat {
    /** Throws a {@link SessionException} with {@code INVALID} for an interval out of range. */
    public Every {
      if (interval.compareTo(LEAST) < 0 || interval.compareTo(MOST) > 0) {
        throw SessionException.invalid("a wake repeats every minute at most, and every 10 years");
      }
    }

    @Override
    public Optional<Instant> next(Instant due, Instant now) {
      long step = interval.toMillis();
      long passed = Math.max(0, Duration.between(due, now).toMillis());
      return Optional.of(due.plusMillis((passed / step + 1) * step));
    }
  }

  /** Fires at the times of a cron expression in a time zone. */
  record Cron(CronExpression expression, ZoneId zone) implements Repeat {
    private static final Pattern ZONE = Pattern.compile("[A-Za-z0-9/_+:-]{1,64}");

    /**
     * Reads an expression and a time zone.
     *
     * @throws SessionException with {@code INVALID}
     */
    public static Cron of(String expression, String zone) {
      if (!ZONE.matcher(zone).matches()) {
        throw SessionException.invalid("a time zone has a name such as UTC or Europe/Berlin");
      }
      try {
        return new Cron(CronExpression.parse(expression), ZoneId.of(zone));
      } catch (DateTimeException e) {
        throw SessionException.invalid("there is no time zone '" + zone + "'");
      }
    }

    @Override
    public Optional<Instant> next(Instant due, Instant now) {
      return expression.next(now, zone);
    }
  }

  /** Reads the columns of a wake. */
  static Repeat of(Row row) {
    OptionalLong every = row.maybeNumber("every");
    if (every.isPresent()) {
      return new Every(Duration.ofMillis(every.getAsLong()));
    }
    return row.maybeText("cron").<Repeat>map(it -> Cron.of(it, row.text("zone"))).orElse(ONCE);
  }
}
