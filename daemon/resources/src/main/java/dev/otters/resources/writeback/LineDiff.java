package dev.otters.resources.writeback;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.algorithm.DiffAlgorithmListener;
import com.github.difflib.algorithm.myers.MyersDiff;
import com.github.difflib.patch.Patch;
import java.util.Arrays;
import java.util.List;

/**
 * The difference of two texts as unified diff, with three lines around each change.
 *
 * @param added the number of added lines
 * @param removed the number of removed lines
 * @param hunks the lines of the diff, with their line ends
 */
record LineDiff(int added, int removed, List<String> hunks) {
  private static final int AROUND = 3;

  /** The limit on added and removed lines. Time and memory grow with its square. */
  static final int MOST_EDITS = 1000;

  /**
   * Returns the difference. Beyond the limit, all lines count as changed, and the text is a note.
   */
  static LineDiff of(String before, String after) {
    List<String> old = lines(before);
    List<String> fresh = lines(after);
    try {
      return of(old, DiffUtils.diff(old, fresh, new MyersDiff<>(), new Limit()));
    } catch (TooManyEdits _) {
      String note =
          "[too many changes to show; lines before: %d, after: %d]\n"
              .formatted(old.size(), fresh.size());
      return new LineDiff(fresh.size(), old.size(), List.of(note));
    }
  }

  private static LineDiff of(List<String> old, Patch<String> patch) {
    return new LineDiff(
        patch.getDeltas().stream().mapToInt(delta -> delta.getTarget().size()).sum(),
        patch.getDeltas().stream().mapToInt(delta -> delta.getSource().size()).sum(),
        UnifiedDiffUtils.generateUnifiedDiff("", "", old, patch, AROUND).stream().skip(2).toList());
  }

  private static List<String> lines(String text) {
    return Arrays.stream(text.split("(?<=\n)", -1)).filter(line -> !line.isEmpty()).toList();
  }

  /**
   * Returns the diff without a heading.
   *
   * @param most the limit on its characters, beyond which it is cut with a note
   * @return empty for the same texts
   */
  String text(int most) {
    StringBuilder text = new StringBuilder();
    for (String line : hunks) {
      if (line.startsWith("@@")) {
        // A side without lines begins at 0.
        text.append(line.replace("-1,0 ", "-0,0 ").replace("+1,0 ", "+0,0 ")).append('\n');
      } else {
        text.append(line).append(line.endsWith("\n") ? "" : "\n\\ No newline at end of file\n");
      }
      if (text.length() > most) {
        return text.substring(0, most) + "\n[cut]\n";
      }
    }
    return text.toString();
  }

  private static final class TooManyEdits extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Ends a comparison whose steps, one for each edit, are too many. */
  private record Limit() implements DiffAlgorithmListener {
    @Override
    public void diffStart() {}

    @Override
    public void diffStep(int edits, int most) {
      if (edits > MOST_EDITS) {
        throw new TooManyEdits();
      }
    }

    @Override
    public void diffEnd() {}
  }
}
