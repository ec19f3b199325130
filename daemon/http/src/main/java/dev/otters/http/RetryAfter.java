package dev.otters.http;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * Reads the time that a server asks its client to wait.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#field.retry-after">RFC 9110</a>
 */
public final class RetryAfter {
  private static final Duration LONGEST = Duration.ofHours(1);

  private RetryAfter() {}

  /** Returns the wait, an hour at most; empty if the headers contain no valid one. */
  public static Optional<Duration> of(HttpAnswer answer) {
    return answer
        .first("retry-after-ms")
        .flatMap(value -> number(value, 0))
        .or(() -> answer.first("retry-after").flatMap(value -> wait(value.strip(), answer)));
  }

  /** Returns a wait of so many seconds, an hour at most; empty if the text is not a number. */
  public static Optional<Duration> seconds(String text) {
    return number(text, 3);
  }

  private static Optional<Duration> wait(String value, HttpAnswer answer) {
    return seconds(value)
        .or(() -> date(value).map(until -> bounded(Duration.between(now(answer), until))));
  }

  /** Parses a number of milliseconds, or of 10^{@code power} milliseconds. */
  private static Optional<Duration> number(String text, int power) {
    if (!text.matches("\\d{1,15}(\\.\\d{1,9})?")) {
      return Optional.empty();
    }
    return Optional.of(
        bounded(Duration.ofMillis(new BigDecimal(text).movePointRight(power).longValue())));
  }

  /** Returns the server's time if it sends one, and the local time otherwise. */
  private static Instant now(HttpAnswer answer) {
    return answer.first("date").flatMap(RetryAfter::date).orElseGet(Instant::now);
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(
          ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Duration bounded(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }
}
