package dev.otters.sessions.wake;

import dev.otters.sessions.log.SessionException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A cron expression of five fields: minute, hour, day of the month, month and day of the week. If
 * both kinds of day are given, one of them is enough, as in other crons.
 *
 * <p>Where clocks change, an expression with {@code *} for the hour follows the minutes that pass.
 * Any other fires once for each of its times: at the end of the gap for a time that is left out,
 * and the first time for one that comes twice.
 *
 * @param text the fields, separated by single blanks
 */
public record CronExpression(String text, CronField minutes, CronField hours, Days days) {
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private static final Pattern FORM = Pattern.compile("[ -~\\t]{1,200}");

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private static final List<String> WEEKDAYS =
      List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  /** The longest time between two 29ths of February on the same weekday, and a bit. */
  private static final int YEARS = 41;

  /** The days on which an expression fires. */
  public record Days(CronField ofMonth, CronField months, CronField ofWeek) {
    boolean match(LocalDateTime time) {
      boolean inMonth = ofMonth.has(time.getDayOfMonth());
      int weekday = time.getDayOfWeek().getValue();
      boolean inWeek = ofWeek.has(weekday) || (weekday == 7 && ofWeek.has(0));
      boolean either = !ofMonth.any() && !ofWeek.any();
      return months.has(time.getMonthValue()) && (either ? inMonth || inWeek : inMonth && inWeek);
    }
  }

  /**
   * Reads an expression.
   *
   * @throws SessionException with {@code INVALID} for one that is wrong or never fires
   */
  public static CronExpression parse(String given) {
    String[] fields = BLANKS.split(given.strip());
    if (!FORM.matcher(given).matches() || fields.length != 5) {
      throw SessionException.invalid(
          "a cron expression has 5 fields: minute, hour, day of month, month and day of week");
    }
    CronExpression read =
        new CronExpression(
            String.join(" ", fields),
            CronField.parse("minute", fields[0], 0, 59, List.of()),
            CronField.parse("hour", fields[1], 0, 23, List.of()),
            new Days(
                CronField.parse("day of month", fields[2], 1, 31, List.of()),
                CronField.parse("month", fields[3], 1, 12, MONTHS),
                CronField.parse("day of week", fields[4], 0, 7, WEEKDAYS)));
    if (read.next(Instant.EPOCH, ZoneOffset.UTC).isEmpty()) {
      throw SessionException.invalid("the cron expression '" + read.text + "' never fires");
    }
    return read;
  }

  /** Returns the first time after an instant; empty if there is none within 41 years. */
  public Optional<Instant> next(Instant after, ZoneId zone) {
    ZonedDateTime at = after.atZone(zone).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
    ZonedDateTime end = at.plusYears(YEARS);
    while (at.isBefore(end)) {
      if (fires(at)) {
        return Optional.of(at.toInstant());
      }
      at =
          days.match(at.toLocalDateTime())
              ? at.plusMinutes(1)
              : at.toLocalDate().plusDays(1).atStartOfDay(zone);
    }
    return Optional.empty();
  }

  private boolean fires(ZonedDateTime at) {
    if (hours.any()) {
      return match(at.toLocalDateTime());
    }
    boolean first = at.equals(at.withEarlierOffsetAtOverlap());
    return (first && match(at.toLocalDateTime())) || endsGapWithTime(at);
  }

  /** Returns whether the clocks just left out a time of this expression. */
  private boolean endsGapWithTime(ZonedDateTime at) {
    ZoneOffsetTransition last =
        at.getZone().getRules().previousTransition(at.toInstant().plusNanos(1));
    if (last == null || !last.isGap() || !last.getInstant().equals(at.toInstant())) {
      return false;
    }
    LocalDateTime skipped = last.getDateTimeBefore();
    while (skipped.isBefore(last.getDateTimeAfter())) {
      if (match(skipped)) {
        return true;
      }
      skipped = skipped.plusMinutes(1);
    }
    return false;
  }

  private boolean match(LocalDateTime time) {
    return minutes.has(time.getMinute()) && hours.has(time.getHour()) && days.match(time);
  }

  @Override
  public String toString() {
    return text;
  }
}
