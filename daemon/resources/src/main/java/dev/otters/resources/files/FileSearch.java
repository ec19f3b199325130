package dev.otters.resources.files;

import dev.otters.home.store.Rows;
import dev.otters.resources.grant.Scope;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A search for any of some words.
 *
 * @param query the query of the index
 * @param words the words in lower case
 */
record FileSearch(String query, List<String> words) {
  private static final int MOST_FILES = 10;
  private static final int MOST_LINES = 5;
  private static final int LONGEST_LINE = 200;

  static FileSearch of(String text) {
    return new FileSearch(
        Words.query("path text", text)
            .orElseThrow(() -> ResourceException.refused("query must have at least one word")),
        Words.of(text).stream().map(word -> word.toLowerCase(Locale.ROOT)).toList());
  }

  /** Returns the files that have a word, with numbered lines that do. */
  String answer(Rows rows, Scope scope) {
    List<StoredFile> files = FileRows.search(rows, scope, query, MOST_FILES + 1);
    return FileAnswers.of(
        files.stream()
            .limit(MOST_FILES)
            .map(file -> new FileAnswers.Found(file, lines(FileRows.text(rows, file))))
            .toList(),
        files.size() > MOST_FILES);
  }

  /** Returns the first lines with a word. The index also finds words without their accents. */
  private List<String> lines(String text) {
    List<String> found = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String lower = line.toLowerCase(Locale.ROOT);
      if (words.stream().anyMatch(lower::contains)) {
        found.add(number + ": " + start(line));
      }
      if (found.size() == MOST_LINES) {
        break;
      }
    }
    return found;
  }

  private static String start(String line) {
    int length = line.codePointCount(0, line.length());
    return length <= LONGEST_LINE
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST_LINE)) + "…";
  }
}
