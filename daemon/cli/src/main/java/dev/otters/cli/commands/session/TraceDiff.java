package dev.otters.cli.commands.session;

import java.util.ArrayList;
import java.util.List;

/** Compares two requests line by line. */
final class TraceDiff {
  /** The most lines that are aligned; more lines are shown as replaced. */
  private static final int MOST = 2000;

  private TraceDiff() {}

  /** Says where a line stands. */
  enum Side {
    BOTH(' '),
    REMOVED('-'),
    ADDED('+');

    private final char mark;

    Side(char mark) {
      this.mark = mark;
    }
  }

  record Line(Side side, String text) {
    @Override
    public String toString() {
      return side.mark + " " + text;
    }
  }

  /** Returns the lines that differ. Equal lines are left out, except one beside each change. */
  static List<Line> of(String before, String after) {
    List<String> old = lines(before);
    List<String> now = lines(after);
    int start = 0;
    while (start < Math.min(old.size(), now.size()) && old.get(start).equals(now.get(start))) {
      start++;
    }
    int end = 0;
    int most = Math.min(old.size(), now.size()) - start;
    while (end < most && old.get(old.size() - 1 - end).equals(now.get(now.size() - 1 - end))) {
      end++;
    }
    List<Line> lines = new ArrayList<>();
    if (start > 0) {
      lines.add(new Line(Side.BOTH, old.get(start - 1)));
    }
    lines.addAll(
        aligned(old.subList(start, old.size() - end), now.subList(start, now.size() - end)));
    if (end > 0) {
      lines.add(new Line(Side.BOTH, old.get(old.size() - end)));
    }
    return start == old.size() && start == now.size() ? List.of() : lines;
  }

  /** Splits JSON on one line where its texts have lines, and between the elements of its lists. */
  private static List<String> lines(String json) {
    return json.replace("},{", "},\n{").replace("\\n", "\n").lines().toList();
  }

  private static List<Line> aligned(List<String> old, List<String> now) {
    List<Line> lines = new ArrayList<>();
    if (old.size() > MOST || now.size() > MOST) {
      old.forEach(text -> lines.add(new Line(Side.REMOVED, text)));
      now.forEach(text -> lines.add(new Line(Side.ADDED, text)));
      return lines;
    }
    int[][] common = common(old, now);
    int i = 0;
    int j = 0;
    while (i < old.size() || j < now.size()) {
      if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
        lines.add(new Line(Side.BOTH, old.get(i)));
        i++;
        j++;
      } else if (j == now.size() || (i < old.size() && common[i + 1][j] >= common[i][j + 1])) {
        lines.add(new Line(Side.REMOVED, old.get(i++)));
      } else {
        lines.add(new Line(Side.ADDED, now.get(j++)));
      }
    }
    return lines;
  }

  /** Returns the lengths of the longest common subsequences of all ends. */
  private static int[][] common(List<String> old, List<String> now) {
    int[][] common = new int[old.size() + 1][now.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        common[i][j] =
            old.get(i).equals(now.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }
}
