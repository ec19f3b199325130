package dev.otters.resources.writeback;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The difference of two texts as unified diff, with three lines around each change. Uses the
 * algorithm of Myers (1986) up to a limit, beyond which the differing part is one change.
 */
final class LineDiff {
  private static final int AROUND = 3;

  /** The limit on added and removed lines before the differing part counts as one change. */
  private static final int MOST_EDITS = 1000;

  private final List<String> before;
  private final List<String> after;

  /** The lines of the diff, each with its sign. */
  private final List<String> lines = new ArrayList<>();

  private int added;
  private int removed;

  private LineDiff(String before, String after) {
    this.before = lines(before);
    this.after = lines(after);
  }

  static LineDiff of(String before, String after) {
    LineDiff diff = new LineDiff(before, after);
    diff.run();
    return diff;
  }

  int added() {
    return added;
  }

  int removed() {
    return removed;
  }

  private static List<String> lines(String text) {
    return Arrays.stream(text.split("(?<=\n)", -1)).filter(line -> !line.isEmpty()).toList();
  }

  private void run() {
    int start = 0;
    int shorter = Math.min(before.size(), after.size());
    while (start < shorter && before.get(start).equals(after.get(start))) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    before.subList(0, start).forEach(line -> lines.add(" " + line));
    middle(before.subList(start, before.size() - end), after.subList(start, after.size() - end));
    before.subList(before.size() - end, before.size()).forEach(line -> lines.add(" " + line));
  }

  private void middle(List<String> old, List<String> fresh) {
    List<int[]> rounds = rounds(old, fresh);
    List<String> reversed = new ArrayList<>();
    int x = old.size();
    int y = fresh.size();
    if (rounds.isEmpty()) {
      old.forEach(this::remove);
      fresh.forEach(this::add);
      return;
    }
    for (int d = rounds.size() - 1; d > 0; d--) {
      int[] last = rounds.get(d - 1);
      int k = x - y;
      boolean down = k == -d || (k != d && at(last, d - 1, k - 1) < at(last, d - 1, k + 1));
      int fromX = at(last, d - 1, down ? k + 1 : k - 1);
      int afterEdit = down ? fromX : fromX + 1;
      while (x > afterEdit) {
        reversed.add(" " + old.get(--x));
        y--;
      }
      if (down) {
        reversed.add("+" + fresh.get(--y));
      } else {
        reversed.add("-" + old.get(--x));
      }
    }
    while (x > 0) {
      reversed.add(" " + old.get(--x));
      y--;
    }
    for (String line : reversed.reversed()) {
      switch (line.charAt(0)) {
        case '+' -> add(line.substring(1));
        case '-' -> remove(line.substring(1));
        default -> lines.add(line);
      }
    }
  }

  private void add(String line) {
    added++;
    lines.add("+" + line);
  }

  private void remove(String line) {
    removed++;
    lines.add("-" + line);
  }

  /** Returns the furthest points of each number of edits; empty if there are too many edits. */
  private static List<int[]> rounds(List<String> old, List<String> fresh) {
    List<int[]> rounds = new ArrayList<>();
    for (int d = 0; d <= Math.min(old.size() + fresh.size(), MOST_EDITS); d++) {
      int[] now = new int[2 * d + 1];
      for (int k = -d; k <= d; k += 2) {
        int x = d == 0 ? 0 : first(rounds.get(d - 1), d, k);
        int y = x - k;
        while (x < old.size() && y < fresh.size() && old.get(x).equals(fresh.get(y))) {
          x++;
          y++;
        }
        now[k + d] = x;
        if (x >= old.size() && y >= fresh.size()) {
          rounds.add(now);
          return rounds;
        }
      }
      rounds.add(now);
    }
    return List.of();
  }

  private static int first(int[] last, int d, int k) {
    boolean down = k == -d || (k != d && at(last, d - 1, k - 1) < at(last, d - 1, k + 1));
    return down ? at(last, d - 1, k + 1) : at(last, d - 1, k - 1) + 1;
  }

  private static int at(int[] round, int d, int k) {
    return k < -d || k > d ? -1 : round[k + d];
  }

  /**
   * Returns the diff without a heading.
   *
   * @param most the limit on its characters, beyond which it is cut with a note
   * @return empty for the same texts
   */
  String text(int most) {
    StringBuilder text = new StringBuilder();
    int old = 1;
    int fresh = 1;
    int at = 0;
    while (at < lines.size() && text.length() <= most) {
      int change = next(at);
      int start = Math.max(at, change - AROUND);
      old += start - at;
      fresh += start - at;
      if (change == lines.size()) {
        break;
      }
      int end = end(change);
      int minus = count(start, end, '-');
      int plus = count(start, end, '+');
      int same = end - start - minus - plus;
      text.append(
          "@@ -%d,%d +%d,%d @@\n"
              .formatted(
                  same + minus == 0 ? old - 1 : old,
                  same + minus,
                  same + plus == 0 ? fresh - 1 : fresh,
                  same + plus));
      lines.subList(start, end).forEach(line -> append(text, line));
      old += same + minus;
      fresh += same + plus;
      at = end;
    }
    return text.length() <= most ? text.toString() : text.substring(0, most) + "\n[cut]\n";
  }

  private static void append(StringBuilder text, String line) {
    text.append(line).append(line.endsWith("\n") ? "" : "\n\\ No newline at end of file\n");
  }

  /** Returns the place of the next change; the number of lines if there is none. */
  private int next(int from) {
    int at = from;
    while (at < lines.size() && lines.get(at).charAt(0) == ' ') {
      at++;
    }
    return at;
  }

  /** Returns the end of a part of the diff, which includes changes that are near. */
  private int end(int change) {
    int last = change;
    while (true) {
      int next = next(last + 1);
      if (next == lines.size() || next - last > 2 * AROUND + 1) {
        return Math.min(lines.size(), last + 1 + AROUND);
      }
      last = next;
    }
  }

  private int count(int start, int end, char sign) {
    return (int) lines.subList(start, end).stream().filter(it -> it.charAt(0) == sign).count();
  }
}
