package dev.otters.resources.memory;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kinds of memories. */
public enum MemoryType {
  FACT,
  PREFERENCE,
  EVENT,
  SUMMARY;

  /** Finds a type by its name in lower case; empty if there is none. */
  public static Optional<MemoryType> find(String name) {
    return Arrays.stream(values()).filter(type -> type.toString().equals(name)).findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
