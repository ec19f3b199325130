package dev.otters.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Defaults for members that a message leaves out: they reach a record's constructor as null. */
public final class Absent {
  private Absent() {}

  /** Returns the value, or the fallback when it is null. */
  public static <T> T or(@Nullable T value, T fallback) {
    return value == null ? fallback : value;
  }

  /** Returns an immutable copy, empty when the list is null. */
  public static <T> List<T> list(@Nullable List<T> values) {
    return values == null ? List.of() : List.copyOf(values);
  }

  /** Returns an immutable copy with the same order and null values, empty when the map is null. */
  public static <V extends @Nullable Object> Map<String, V> map(@Nullable Map<String, V> values) {
    return values == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
