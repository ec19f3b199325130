package dev.otters.home;

import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Holds the user numbers that agents get when the daemon runs as root.
 *
 * @param first the lowest number, at least 1000
 * @param last the highest number
 */
public record UidRange(int first, int last) {
  /** Is used when nothing is configured. */
  public static final UidRange DEFAULT = new UidRange(200_000, 265_535);

  private static final Pattern SHAPE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");
  private static final int LOWEST = 1000;

  /** Refuses an empty range, and one with system users in it. */
  public UidRange {
    if (first < LOWEST || last < first) {
      throw new IllegalArgumentException(first + "-" + last);
    }
  }

  /**
   * Parses a range such as {@code 200000-265535}.
   *
   * @throws IllegalArgumentException when the text is not a valid range
   */
  public static UidRange parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    return new UidRange(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /**
   * Finds a number that nobody has.
   *
   * @param taken the numbers that agents have
   * @return the lowest free one, empty when there is none
   */
  public OptionalInt free(Set<Integer> taken) {
    return IntStream.rangeClosed(first, last).filter(uid -> !taken.contains(uid)).findFirst();
  }
}
