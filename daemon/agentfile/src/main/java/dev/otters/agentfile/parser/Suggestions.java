package dev.otters.agentfile.parser;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that an author probably meant. */
public final class Suggestions {
  private static final int LONGEST = 64;
  private static final int MOST = 1000;

  private Suggestions() {}

  /** Returns the closest candidate; empty if none is close. */
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    if (word.isEmpty() || word.length() > LONGEST) {
      return Optional.empty();
    }
    String typed = word.toLowerCase(Locale.ROOT);
    return candidates.stream()
        .limit(MOST)
        .map(it -> new Candidate(it, distance(typed, it.toLowerCase(Locale.ROOT))))
        .filter(it -> it.distance <= Math.max(1, Math.min(typed.length(), it.text.length()) / 3))
        .min(Comparator.comparingInt(Candidate::distance))
        .map(Candidate::text);
  }

  private record Candidate(String text, int distance) {}

  /**
   * Returns the edit distance: the number of insertions, deletions, replacements and swaps of
   * neighbours.
   */
  private static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    Arrays.setAll(last, j -> j);
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
        if (swapped(a, i, b, j)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }

  private static boolean swapped(String a, int i, String b, int j) {
    return i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1);
  }
}
