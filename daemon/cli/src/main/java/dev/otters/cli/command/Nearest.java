package dev.otters.cli.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that was probably meant. */
public final class Nearest {
  private Nearest() {}

  /** Returns the nearest candidate if it is near enough to be a typo. */
  public static Optional<String> of(String word, Collection<String> candidates) {
    int reach = Math.max(1, word.length() / 3);
    return candidates.stream()
        .filter(candidate -> near(word, candidate, reach))
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  private static boolean near(String word, String candidate, int reach) {
    boolean begun = word.length() > 1 && candidate.startsWith(word);
    return begun || distance(word, candidate) <= reach;
  }

  /** Returns the edit distance: letters changed, added, removed or swapped with their neighbour. */
  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int step(int[][] cost, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int least = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
    least = Math.min(least, cost[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
