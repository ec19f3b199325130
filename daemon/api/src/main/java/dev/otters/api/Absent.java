package dev.otters.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is not there: a member that a message leaves out arrives in a record's constructor as
 * null.
 */
final class Absent {
  private Absent() {}

  static <T> T or(@Nullable T value, T fallback) {
    return value == null ? fallback : value;
  }

  static <T> List<T> list(@Nullable List<T> values) {
    return values == null ? List.of() : List.copyOf(values);
  }

  /** Keeps the order, and null values, which JSON has. */
  static <V extends @Nullable Object> Map<String, V> map(@Nullable Map<String, V> values) {
    return values == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
