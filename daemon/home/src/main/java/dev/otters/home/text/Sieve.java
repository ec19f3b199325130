package dev.otters.home.text;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Tells in one pass whether any of some values occurs in a text. Most texts have none, and need not
 * be searched for each value.
 */
final class Sieve {
  /** The characters at the beginning of a value that are looked at first. */
  private static final int BEGINNING = 3;

  private static final int HASHES = 1 << 16;

  private final boolean[] begins = new boolean[HASHES];
  private final Map<Integer, List<String>> values;

  /**
   * Creates a sieve.
   *
   * @param values of at least three characters each; empty for none
   */
  Sieve(Collection<String> values) {
    this.values = values.stream().collect(Collectors.groupingBy(value -> hash(value, 0)));
    this.values.keySet().forEach(hash -> begins[hash] = true);
  }

  private static int hash(String text, int at) {
    return (text.charAt(at) * 961 + text.charAt(at + 1) * 31 + text.charAt(at + 2)) & (HASHES - 1);
  }

  boolean anyIn(String text) {
    int end = values.isEmpty() ? 0 : text.length() - BEGINNING + 1;
    for (int at = 0; at < end; at++) {
      int hash = hash(text, at);
      if (begins[hash] && anyAt(text, at, hash)) {
        return true;
      }
    }
    return false;
  }

  private boolean anyAt(String text, int at, int hash) {
    for (String value : values.getOrDefault(hash, List.of())) {
      if (text.startsWith(value, at)) {
        return true;
      }
    }
    return false;
  }
}
