package dev.otters.cli.local;

import dev.otters.cli.command.UsageException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses numbers with units, and words of a fixed list. */
public final class OptionValues {
  private static final Pattern BYTES =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kmgt]?)(i?b)?", Pattern.CASE_INSENSITIVE);

  private OptionValues() {}

  /**
   * Parses a number of bytes such as {@code 512m} or {@code 1.5GiB}; units are powers of 1024, as
   * in Docker.
   */
  public static long bytes(String option, String value) {
    Matcher matcher = BYTES.matcher(value.strip());
    if (!matcher.matches()) {
      throw bad(option, value, "a number of bytes such as 512m or 2g");
    }
    int power =
        "kmgt".indexOf(matcher.group(2).toLowerCase(Locale.ROOT))
            + (matcher.group(2).isEmpty() ? 0 : 1);
    double bytes = Double.parseDouble(matcher.group(1)) * Math.pow(1024, power);
    if (bytes > 0x1p62) {
      throw bad(option, value, "a smaller number");
    }
    return (long) bytes;
  }

  /** Parses a number of processors such as {@code 1.5}. */
  public static double cpus(String value) {
    try {
      double cpus = Double.parseDouble(value);
      if (cpus > 0 && cpus < 1e6) {
        return cpus;
      }
    } catch (NumberFormatException e) {
      throw bad("--cpus", value, "a number greater than 0 such as 1.5");
    }
    throw bad("--cpus", value, "a number greater than 0 such as 1.5");
  }

  /** Parses a whole number of at least {@code least}. */
  public static int count(String option, String value, int least) {
    try {
      int count = Integer.parseInt(value);
      if (count >= least) {
        return count;
      }
    } catch (NumberFormatException e) {
      throw bad(option, value, "a whole number from " + least + " on");
    }
    throw bad(option, value, "a whole number from " + least + " on");
  }

  /** Parses one of the allowed words. */
  public static String word(String option, String value, String... allowed) {
    if (!List.of(allowed).contains(value)) {
      throw bad(option, value, "one of " + String.join(", ", allowed));
    }
    return value;
  }

  /** Parses a restart policy. */
  public static String restart(String value) {
    if (!value.matches("no|on-failure(:[1-9]\\d{0,8})?|unless-stopped|always")) {
      throw bad(
          "--restart", value, "one of no, on-failure, on-failure:COUNT, unless-stopped, always");
    }
    return value;
  }

  /** Parses a point in time: an ISO date and time, or a duration before now such as {@code 10m}. */
  public static Instant time(String option, String value, Instant now) {
    if (isSpan(value)) {
      return now.minus(span(value));
    }
    try {
      return Instant.parse(value);
    } catch (DateTimeParseException e) {
      throw bad(option, value, "a span such as 10m or a time such as 2026-01-31T12:00:00Z");
    }
  }

  /** Parses an ISO date and time with its zone, such as {@code 2026-01-31T12:00:00Z}. */
  public static Instant instant(String option, String value) {
    try {
      return OffsetDateTime.parse(value).toInstant();
    } catch (DateTimeParseException e) {
      throw bad(option, value, "a time such as 2026-01-31T12:00:00Z or 2026-01-31T12:00:00+01:00");
    }
  }

  /**
   * Returns whether a value is a time such as {@code 90s}, {@code 10m}, {@code 8h} or {@code 2d}.
   */
  public static boolean isSpan(String value) {
    return value.matches("\\d{1,9}[smhd]");
  }

  /** Parses a time such as {@code 90s} or {@code 10m} into seconds. */
  public static long seconds(String option, String value) {
    if (!isSpan(value)) {
      throw bad(option, value, "a time such as 90s or 10m");
    }
    return span(value).toSeconds();
  }

  private static Duration span(String value) {
    long amount = Long.parseLong(value.substring(0, value.length() - 1));
    return switch (value.charAt(value.length() - 1)) {
      case 's' -> Duration.ofSeconds(amount);
      case 'm' -> Duration.ofMinutes(amount);
      case 'h' -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  private static UsageException bad(String option, String value, String expected) {
    return UsageException.of(option + " '" + value + "': expected " + expected, null);
  }
}
