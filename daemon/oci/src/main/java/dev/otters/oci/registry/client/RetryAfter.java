package dev.otters.oci.registry.client;

import dev.otters.http.HttpAnswer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Reads how long a registry asks to wait: in seconds, or until a date. */
final class RetryAfter {
  private RetryAfter() {}

  /** Returns how long; zero when it does not say so, or in a way that cannot be read. */
  static Duration of(HttpAnswer answer) {
    return answer.first("retry-after").map(RetryAfter::parse).orElse(Duration.ZERO);
  }

  private static Duration parse(String text) {
    if (text.matches("[0-9]{1,6}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration wait = Duration.between(Instant.now(), until);
      return wait.isNegative() ? Duration.ZERO : wait;
    } catch (DateTimeException noDate) {
      return Duration.ZERO;
    }
  }
}
