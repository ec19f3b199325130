package dev.otters.home;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The user ids that agents get from a daemon that runs as root.
 *
 * @param first the lowest id, at least 1000
 * @param last the highest id
 */
public record UidRange(int first, int last) {
  /** The range that applies when none is configured. */
  public static final UidRange DEFAULT = new UidRange(200_000, 265_535);

  private static final Pattern SHAPE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");
  private static final int LOWEST = 1000;

  /** Rejects an empty range and a range that contains system users. */
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
   * Returns an id that no agent has.
   *
   * @param taken the ids that agents have
   * @param reserved the ids that are used only when no other is left
   * @param after the id to begin after; the search goes on at the range's beginning
   * @return the id; empty when agents have all ids
   */
  public OptionalInt free(Set<Integer> taken, ReservedIds reserved, int after) {
    int begin = Math.clamp(after + 1L, first, last + 1);
    int[] free =
        IntStream.concat(IntStream.rangeClosed(begin, last), IntStream.range(first, begin))
            .filter(uid -> !taken.contains(uid))
            .toArray();
    OptionalInt unreserved = Arrays.stream(free).filter(uid -> !reserved.holds(uid)).findFirst();
    return unreserved.isPresent() ? unreserved : Arrays.stream(free).findFirst();
  }
}
