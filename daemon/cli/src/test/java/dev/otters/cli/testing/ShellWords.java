package dev.otters.cli.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Splits a line as a shell does, without expanding anything. */
public final class ShellWords {
  private static final Pattern PIECE =
      Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"]+)|(\\s+)");

  private ShellWords() {}

  /**
   * Returns the words of the call of otters within a line: behind a pipe, before a pipe or a
   * redirection.
   */
  public static List<String> ofLine(String line) {
    List<String> words = split(line);
    int start = words.indexOf("otters");
    List<String> call = words.subList(start, words.size());
    int end = (int) call.stream().takeWhile(word -> !word.matches("[|<>]")).count();
    return call.subList(0, end);
  }

  private static List<String> split(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    Matcher matcher = PIECE.matcher(line + " ");
    while (matcher.find()) {
      if (matcher.group(4) != null) {
        words.add(word.toString());
        word.setLength(0);
      } else {
        word.append(
            Stream.of(1, 2, 3)
                .map(matcher::group)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow());
      }
    }
    return words;
  }
}
