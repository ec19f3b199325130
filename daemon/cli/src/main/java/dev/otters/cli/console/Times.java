package dev.otters.cli.console;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Formats times. */
public final class Times {
  private Times() {}

  /** Returns the age of an instant, such as {@code 3 minutes ago}. */
  public static String ago(Instant then, Instant now) {
    return span(Duration.between(then, now)) + " ago";
  }

  /** Returns a time as seen from another, such as {@code in 3 days} or {@code 3 days ago}. */
  public static String seen(Instant then, Instant now) {
    return then.isAfter(now) ? "in " + span(Duration.between(now, then)) : ago(then, now);
  }

  /** Returns a span of time in its greatest unit, such as {@code About an hour}. */
  public static String span(Duration span) {
    long seconds = Math.max(0, span.toSeconds());
    if (seconds < 1) {
      return "Under a second";
    }
    if (seconds < 60) {
      return Plural.of(seconds, "second");
    }
    return minutesAndMore(span);
  }

  private static String minutesAndMore(Duration span) {
    long minutes = span.toMinutes();
    if (minutes == 1) {
      return "About a minute";
    }
    if (minutes < 60) {
      return Plural.of(minutes, "minute");
    }
    long hours = (minutes + 30) / 60;
    if (hours == 1) {
      return "About an hour";
    }
    if (hours < 48) {
      return Plural.of(hours, "hour");
    }
    return days(hours / 24);
  }

  private static String days(long days) {
    if (days < 14) {
      return Plural.of(days, "day");
    }
    if (days < 60) {
      return Plural.of(days / 7, "week");
    }
    return days < 730 ? Plural.of(days / 30, "month") : Plural.of(days / 365, "year");
  }

  /** Returns a duration in its greatest whole unit, such as {@code 90m}. */
  public static String whole(Duration span) {
    long seconds = span.toSeconds();
    if (seconds % 86_400 == 0) {
      return span.toDays() + "d";
    }
    if (seconds % 3600 == 0) {
      return span.toHours() + "h";
    }
    return seconds % 60 == 0 ? span.toMinutes() + "m" : seconds + "s";
  }

  /** Returns a short duration with tenths of a second, such as {@code 1.2s}. */
  public static String took(Duration span) {
    long millis = span.toMillis();
    if (millis < 1000) {
      return millis + "ms";
    }
    if (millis < 60_000) {
      return String.format(Locale.ROOT, "%.1fs", millis / 1000.0);
    }
    return span.toMinutes() + "m" + span.toSecondsPart() + "s";
  }
}
