package dev.otters.sessions.wake;

import dev.otters.sessions.log.SessionException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A field of a cron expression: numbers and ranges, separated by commas, each perhaps with a step.
 *
 * @param values the values
 * @param any whether the field begins with {@code *}
 */
public record CronField(List<Integer> values, boolean any) {
  private static final Pattern PART =
      Pattern.compile("(?:\\*|(\\w{1,3})(?:-(\\w{1,3}))?)(?:/(\\d{1,2}))?");

  /**
   * Reads a field.
   *
   * @param what its name, for failures
   * @param names names of the values, from the least one on, if that is 1, or from 0
   */
  static CronField parse(String what, String text, int least, int most, List<String> names) {
    BitSet values = new BitSet();
    for (String part : text.split(",", -1)) {
      Matcher matcher = PART.matcher(part);
      if (!matcher.matches()) {
        throw wrong(what, part, "write a number, a range such as 1-5, a step such as */15, or *");
      }
      String first = matcher.group(1);
      String last = matcher.group(2);
      String step = matcher.group(3);
      int from = first == null ? least : number(what, first, least, most, names);
      int to = from;
      if (last != null) {
        to = number(what, last, least, most, names);
      } else if (first == null || step != null) {
        to = most;
      }
      int by = step == null ? 1 : Integer.parseInt(step);
      if (to < from || by == 0) {
        throw wrong(what, part, by == 0 ? "a step is at least 1" : "a range goes up");
      }
      for (int value = from; value <= to; value += by) {
        values.set(value);
      }
    }
    return new CronField(values.stream().boxed().toList(), text.startsWith("*"));
  }

  private static int number(String what, String text, int least, int most, List<String> names) {
    int named = names.indexOf(text.toLowerCase(Locale.ROOT));
    if (named >= 0) {
      return named + least;
    }
    int value = text.matches("\\d+") ? Integer.parseInt(text) : -1;
    if (value < least || value > most) {
      throw wrong(what, text, "it must be from " + least + " to " + most);
    }
    return value;
  }

  private static SessionException wrong(String what, String part, String why) {
    return SessionException.invalid(
        "the %s of a cron expression is '%s': %s".formatted(what, part, why));
  }

  boolean has(int value) {
    return values.contains(value);
  }
}
