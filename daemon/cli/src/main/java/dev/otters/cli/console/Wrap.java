package dev.otters.cli.console;

import java.util.ArrayList;
import java.util.List;

/** Wraps text at spaces. */
final class Wrap {
  private static final int LEAST = 20;

  private Wrap() {}

  /**
   * Returns the lines of a text, at least one. Words longer than a line stay whole.
   *
   * @param width of a line; below 20, only line feeds break
   */
  static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      if (width < LEAST) {
        lines.add(line);
      } else {
        wrap(line, width, lines);
      }
    }
    return lines;
  }

  private static void wrap(String text, int width, List<String> lines) {
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && length(line) + 1 + length(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
  }

  private static int length(CharSequence text) {
    return Character.codePointCount(text, 0, text.length());
  }
}
