package dev.otters.resources.provider;

import java.text.Normalizer;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Queries of the full-text index. */
public final class Words {
  private static final int MOST = 16;
  private static final int LONGEST = 64;

  /** The length from which a word also stands for those that begin with it. */
  private static final int BEGINNING = 4;

  private static final Pattern OTHERS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  private Words() {}

  /**
   * Returns a query for any of the words of a text. The syntax of queries in it is only text.
   *
   * @param columns the columns of the index that have them, such as {@code text topics}
   * @return empty if it has no words
   */
  public static Optional<String> query(String columns, String text) {
    List<String> words = of(text);
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(in(columns, words.stream().map(Words::quoted)));
  }

  /** Returns a query for any of these terms, in the syntax of the index, in some columns. */
  public static String in(String columns, Stream<String> any) {
    return any.collect(Collectors.joining(" OR ", "{" + columns + "} : (", ")"));
  }

  /** Returns the first different words of a text, at most 16; empty if it has none. */
  public static List<String> of(String text) {
    return OTHERS
        .splitAsStream(Normalizer.normalize(text, Normalizer.Form.NFC))
        .filter(word -> word.codePoints().anyMatch(Character::isLetterOrDigit))
        .distinct()
        .limit(MOST)
        .toList();
  }

  private static String quoted(String word) {
    String start = word.length() <= LONGEST ? word : word.substring(0, LONGEST);
    return "\"" + start + "\"" + (start.length() >= BEGINNING ? "*" : "");
  }
}
