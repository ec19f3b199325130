package dev.otters.agentfile.resolve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses lists for people: items separated by commas, which may end in an explanation. */
final class WishText {
  private static final Predicate<String> KEY =
      Pattern.compile("[A-Z_][A-Z0-9_]*").asMatchPredicate();
  private static final Predicate<String> OR = Set.of("or", "|")::contains;

  private WishText() {}

  /** Returns all words of a list without explanations. */
  static List<String> words(String text) {
    return split(text, "[,\\s]+").stream().distinct().toList();
  }

  /** Returns groups of ENV keys, each of which needs one key: {@code A, B or C for it}. */
  static List<List<String>> keys(String text) {
    return split(text, ",").stream()
        .map(item -> split(item, "\\s+"))
        .flatMap(words -> keys(words).stream())
        .distinct()
        .toList();
  }

  /** Returns the targets of mounts: {@code /a, b}, or {@code /a for it}. */
  static List<String> targets(String text) {
    return split(text, ",").stream()
        .map(item -> split(item, "\\s+"))
        .flatMap(WishText::targets)
        .map(Wishes::target)
        .distinct()
        .toList();
  }

  private static List<List<String>> keys(List<String> words) {
    boolean explained = !words.stream().allMatch(KEY.or(OR));
    List<List<String>> groups = new ArrayList<>();
    boolean same = false;
    for (String word : words) {
      if (OR.test(word) && !groups.isEmpty()) {
        same = true;
      } else if (KEY.test(word) && same) {
        groups.getLast().add(word);
        same = false;
      } else if (KEY.test(word) && !(explained && !groups.isEmpty())) {
        groups.add(new ArrayList<>(List.of(word)));
      } else {
        break;
      }
    }
    return groups.stream().map(List::copyOf).toList();
  }

  private static Stream<String> targets(List<String> words) {
    return words.size() == 1
        ? words.stream()
        : words.stream().takeWhile(word -> word.startsWith("/")).filter(word -> word.length() > 1);
  }

  private static List<String> split(String text, String separator) {
    return Arrays.stream(text.split(separator, -1))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }
}
