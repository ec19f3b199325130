package dev.otters.resources.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineDiffTest {
  private static String diff(String before, String after) {
    return LineDiff.of(before, after).text(10_000);
  }

  @Test
  void showsChangesWithThreeLinesAround() {
    String before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

    assertThat(diff(before, before)).isEmpty();
    assertThat(diff(before, "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"))
        .isEqualTo("@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
  }

  @Test
  void showsDistantChangesApart() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      lines.add("line " + i + "\n");
    }
    String before = String.join("", lines);
    lines.set(0, "first\n");
    lines.remove(29);

    assertThat(diff(before, String.join("", lines)))
        .startsWith("@@ -1,4 +1,4 @@\n-line 0\n+first\n")
        .contains("@@ -27,4 +27,3 @@\n")
        .endsWith("-line 29\n");
  }

  @Test
  void showsNewAndRemovedTextsAndMissingLineEnds() {
    assertThat(diff("", "a\n")).isEqualTo("@@ -0,0 +1,1 @@\n+a\n");
    assertThat(diff("a\n", "")).isEqualTo("@@ -1,1 +0,0 @@\n-a\n");
    assertThat(diff("a", "a\n"))
        .isEqualTo("@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
  }

  @Test
  void cutsALongDiff() {
    assertThat(LineDiff.of("", "word\n".repeat(100)).text(60))
        .hasSizeLessThan(80)
        .endsWith("[cut]\n");
  }

  @Test
  void textsThatDifferTooMuchAreCountedOnly() {
    LineDiff diff = LineDiff.of(random(1), random(2));

    assertThat(diff.text(1000))
        .isEqualTo("[too many changes to show; lines before: 524288, after: 524288]\n");
    assertThat(diff.added()).isEqualTo(524_288);
    assertThat(diff.removed()).isEqualTo(524_288);
  }

  /** Returns a text of 1 MiB with as many edits as possible, in lines of one letter. */
  private static String random(int seed) {
    StringBuilder text = new StringBuilder();
    new Random(seed).ints(524_288, 'a', 'c').forEach(letter -> text.append((char) letter + "\n"));
    return text.toString();
  }

  @Test
  void aThousandEditsAreShown() {
    String before = "a\n".repeat(100_000);

    assertThat(LineDiff.of(before, "b\n".repeat(500) + before.substring(1000)).added())
        .isEqualTo(500);
    assertThat(LineDiff.of(before, "b\n".repeat(501) + before.substring(1002)).added())
        .isEqualTo(100_000);
  }

  @Test
  void theSmallestDiffLeadsFromOneTextToTheOther() {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      List<String> before = words(random);
      List<String> after = words(random);
      LineDiff diff = LineDiff.of(String.join("", before), String.join("", after));

      assertThat(diff.added() + diff.removed()).isEqualTo(distance(before, after));
      assertThat(applied(before, diff.text(100_000))).isEqualTo(after);
    }
  }

  private static List<String> words(Random random) {
    List<String> words = new ArrayList<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      words.add("abc".charAt(random.nextInt(3)) + "\n");
    }
    return words;
  }

  /** Returns the number of edits, by the longest common part. */
  private static int distance(List<String> before, List<String> after) {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return before.size() + after.size() - 2 * common[0][0];
  }

  private static List<String> applied(List<String> before, String diff) {
    List<String> after = new ArrayList<>();
    int at = 0;
    for (String line : diff.lines().toList()) {
      if (line.startsWith("@@")) {
        String[] old = line.split("[ ,-]+", -1);
        int start = Integer.parseInt(old[1]) - (old[2].equals("0") ? 0 : 1);
        while (at < start) {
          after.add(before.get(at++));
        }
      } else if (line.startsWith("+")) {
        after.add(line.substring(1) + "\n");
      } else {
        assertThat(before.get(at)).isEqualTo(line.substring(1) + "\n");
        if (line.startsWith(" ")) {
          after.add(before.get(at));
        }
        at++;
      }
    }
    after.addAll(before.subList(at, before.size()));
    return after;
  }
}
