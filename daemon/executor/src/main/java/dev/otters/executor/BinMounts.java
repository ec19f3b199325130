package dev.otters.executor;

import java.util.Locale;

/** The way in which a sandbox gets its tools. The bytes and paths are always the same. */
public enum BinMounts {
  /** Image mounts if the executor has them, else binds. */
  AUTO,
  /** Image mounts, or a refusal if the executor has none. */
  IMAGE,
  /** Read-only binds of the images' unpacked files. */
  BIND;

  /**
   * Returns the value with this name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static BinMounts of(String word) {
    for (BinMounts value : values()) {
      if (value.toString().equals(word)) {
        return value;
      }
    }
    throw new IllegalArgumentException("unknown value '" + word + "' for mounting tools");
  }

  /** Returns the name in lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
