package dev.otters.models.chat;

import java.util.ArrayList;
import java.util.List;

/**
 * Removes the example conversations from the description of a tool. They run from a line {@code Q:}
 * over calls and their output to a line {@code A:}, and are written for small models.
 */
final class ExampleRemover {
  private final List<String> kept = new ArrayList<>();

  /** The lines since the last question; empty outside an example. */
  private final List<String> open = new ArrayList<>();

  private boolean called;

  private ExampleRemover() {}

  /** Returns the text without examples and without the lines that introduce them. */
  static String remove(String text) {
    ExampleRemover remover = new ExampleRemover();
    text.lines().forEach(remover::line);
    remover.keepOpen();
    return String.join("\n", remover.kept).strip();
  }

  private void line(String line) {
    String words = line.strip();
    if (words.startsWith("Q: ")) {
      keepOpen();
      open.add(line);
    } else if (open.isEmpty()) {
      kept.add(line);
    } else if (words.startsWith("A: ") && called) {
      open.clear();
      called = false;
      removeIntroduction();
    } else {
      open.add(line);
      boolean call = words.startsWith("{\"args\"") || words.startsWith("{\"stdin\"");
      called |= call;
      if (!call && !words.isEmpty() && !words.startsWith("|") && !words.startsWith("!")) {
        keepOpen();
      }
    }
  }

  /** Keeps lines that are not an example after all. */
  private void keepOpen() {
    kept.addAll(open);
    open.clear();
    called = false;
  }

  private void removeIntroduction() {
    removeBlankLines();
    if (!kept.isEmpty() && kept.getLast().endsWith(":")) {
      kept.removeLast();
      removeBlankLines();
    }
    if (!kept.isEmpty()) {
      kept.add("");
    }
  }

  private void removeBlankLines() {
    while (!kept.isEmpty() && kept.getLast().isBlank()) {
      kept.removeLast();
    }
  }
}
