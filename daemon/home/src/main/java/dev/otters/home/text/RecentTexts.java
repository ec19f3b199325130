package dev.otters.home.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A cache of what a function made of the texts that were asked for last. Thread-safe.
 *
 * @param <V> an immutable value
 */
public final class RecentTexts<V> {
  private final Map<String, V> values = new LinkedHashMap<>(16, 0.75f, true);
  private final Function<String, V> function;
  private final long limit;
  private long length;

  /**
   * Creates an empty cache.
   *
   * @param limit the limit on the characters of all texts; a longer text is not kept
   * @param function depends on nothing but the text
   */
  public RecentTexts(long limit, Function<String, V> function) {
    this.limit = limit;
    this.function = function;
  }

  /** Returns the value of a text. */
  public V of(String text) {
    synchronized (values) {
      V known = values.get(text);
      if (known != null) {
        return known;
      }
    }
    V value = function.apply(text);
    keep(text, value);
    return value;
  }

  private void keep(String text, V value) {
    synchronized (values) {
      if (values.putIfAbsent(text, value) == null) {
        length += text.length();
      }
      for (var eldest = values.keySet().iterator(); length > limit; eldest.remove()) {
        length -= eldest.next().length();
      }
    }
  }
}
