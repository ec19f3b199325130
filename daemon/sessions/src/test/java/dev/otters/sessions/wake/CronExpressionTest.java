package dev.otters.sessions.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronExpressionTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final int ROUNDS = 300;

  /** A field with the values that it stands for. */
  private record Field(String text, Set<Integer> values) {
    boolean any() {
      return text.startsWith("*");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0 7 * * *, 2026-01-01T12:00:00Z, 2026-01-02T06:00:00Z",
    "*/15 * * * *, 2026-01-01T12:00:00Z, 2026-01-01T12:15:00Z",
    "'5,10 12 * * *', 2026-01-01T11:05:30Z, 2026-01-01T11:10:00Z",
    "0 0 * * mon-fri, 2026-01-02T23:30:00Z, 2026-01-04T23:00:00Z",
    "0 0 * * 7, 2026-01-01T00:00:00Z, 2026-01-03T23:00:00Z",
    "0 0 29 feb *, 2026-01-01T00:00:00Z, 2028-02-28T23:00:00Z",
    "0 0 13 * fri, 2026-01-01T12:00:00Z, 2026-01-01T23:00:00Z",
    "0 0 1-7 * */7, 2026-01-01T12:00:00Z, 2026-01-03T23:00:00Z",
    "10/20 * * * *, 2026-01-01T12:31:00Z, 2026-01-01T12:50:00Z",
  })
  void theNextTimeIsTheFirstThatMatches(String expression, Instant after, Instant next) {
    assertThat(CronExpression.parse(expression).next(after, BERLIN)).contains(next);
  }

  @ParameterizedTest
  @CsvSource({
    "30 2 * * *, 2026-03-28T12:00:00Z, 2026-03-29T01:00:00Z",
    "30 2 * * *, 2026-03-29T01:00:00Z, 2026-03-30T00:30:00Z",
    "30 2 * * *, 2026-10-24T12:00:00Z, 2026-10-25T00:30:00Z",
    "30 2 * * *, 2026-10-25T00:30:00Z, 2026-10-26T01:30:00Z",
    "30 * * * *, 2026-03-29T00:30:00Z, 2026-03-29T01:30:00Z",
    "30 * * * *, 2026-10-25T00:30:00Z, 2026-10-25T01:30:00Z",
  })
  void aTimeThatAChangeOfTheClocksHidesOrRepeatsComesOnce(
      String expression, Instant after, Instant next) {
    assertThat(CronExpression.parse(expression).next(after, BERLIN)).contains(next);
  }

  @ParameterizedTest
  @CsvSource({
    "0 0 * *, 5 fields",
    "0 0 * * * *, 5 fields",
    "60 0 * * *, the minute of a cron expression is '60': it must be from 0 to 59",
    "0 24 * * *, the hour",
    "0 0 0 * *, the day of month",
    "0 0 * 13 *, the month",
    "0 0 * x *, the month",
    "0 0 * * 8, the day of week",
    "0 0 * * fry, the day of week",
    "5-1 0 * * *, a range goes up",
    "*/0 0 * * *, a step is at least 1",
    "1- 0 * * *, write a number",
    "@daily, 5 fields",
    "0 0 30 2 *, never fires",
    "0 0 31 4 */7, never fires"
  })
  void aWrongExpressionIsRefusedWithTheReason(String expression, String why) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> CronExpression.parse(expression))
        .withMessageContaining(why)
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.INVALID));
  }

  @Test
  void commasSeparateValuesAndNoneIsEmpty() {
    assertThat(CronField.parse("minute", "1-3,50", 0, 59, List.of()).values())
        .containsExactly(1, 2, 3, 50);
    for (String text : List.of("1,", ",", ",1", "1,,2", "1 2", "-1", "1/2/3", "")) {
      assertThatExceptionOfType(SessionException.class)
          .as(text)
          .isThrownBy(() -> CronField.parse("minute", text, 0, 59, List.of()));
    }
  }

  @Test
  void randomExpressionsFireAtTheFirstMinuteThatMatchesEachField() {
    Random random = new Random(20260101);
    for (int round = 0; round < ROUNDS; round++) {
      Field minutes = field(random, 0, 59);
      Field hours = field(random, 0, 23);
      Field days = field(random, 1, 31);
      Field months = new Field("*", range(1, 12));
      Field weekdays = field(random, 0, 6);
      List<Field> fields = List.of(minutes, hours, days, months, weekdays);
      String text = fields.stream().map(Field::text).collect(Collectors.joining(" "));
      Instant after = Instant.ofEpochSecond(1_700_000_000L + random.nextInt(100_000_000));
      ZoneId utc = ZoneId.of("UTC");

      Instant next = CronExpression.parse(text).next(after, utc).orElseThrow();

      assertThat(next).as(text).isEqualTo(search(fields, after.atZone(utc)).toInstant());
    }
  }

  private static ZonedDateTime search(List<Field> fields, ZonedDateTime after) {
    ZonedDateTime at = after.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
    while (!matches(fields, at)) {
      at = at.plusMinutes(1);
    }
    return at;
  }

  private static boolean matches(List<Field> fields, ZonedDateTime at) {
    boolean day = fields.get(2).values().contains(at.getDayOfMonth());
    boolean weekday = fields.get(4).values().contains(at.getDayOfWeek().getValue() % 7);
    boolean both = fields.get(2).any() || fields.get(4).any();
    return fields.get(0).values().contains(at.getMinute())
        && fields.get(1).values().contains(at.getHour())
        && (both ? day && weekday : day || weekday);
  }

  private static Field field(Random random, int least, int most) {
    return switch (random.nextInt(4)) {
      case 0 -> new Field("*", range(least, most));
      case 1 -> {
        int from = least + random.nextInt(most - least);
        int to = from + random.nextInt(most - from + 1);
        yield new Field(from + "-" + to, range(from, to));
      }
      case 2 -> {
        int step = 1 + random.nextInt(6);
        Set<Integer> values = range(least, most);
        values.removeIf(value -> (value - least) % step != 0);
        yield new Field("*/" + step, values);
      }
      default -> {
        List<Integer> some = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          some.add(least + random.nextInt(most - least + 1));
        }
        String text = some.stream().map(String::valueOf).collect(Collectors.joining(","));
        yield new Field(text, new TreeSet<>(some));
      }
    };
  }

  private static Set<Integer> range(int from, int to) {
    return IntStream.rangeClosed(from, to).boxed().collect(Collectors.toCollection(TreeSet::new));
  }
}
