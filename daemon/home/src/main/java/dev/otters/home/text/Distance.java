package dev.otters.home.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The edit distance of names, for suggestions. */
public final class Distance {
  private Distance() {}

  /** Returns the number of characters to add, remove or change to turn one text into the other. */
  public static int between(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int[] current = new int[to.length() + 1];
      current[0] = row;
      for (int column = 1; column <= to.length(); column++) {
        int change = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
        current[column] =
            Math.min(above[column - 1] + change, Math.min(above[column], current[column - 1]) + 1);
      }
      above = current;
    }
    return above[to.length()];
  }

  /** Returns the candidate that the user probably meant, empty if none is similar. */
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    return candidates.stream()
        .filter(other -> between(word, other) <= Math.max(1, other.length() / 3))
        .min(Comparator.comparingInt(other -> between(word, other)));
  }
}
