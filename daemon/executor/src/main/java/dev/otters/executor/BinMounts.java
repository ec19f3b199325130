package dev.otters.executor;

import java.util.Locale;

/** Says how a sandbox gets its tools. The bytes and paths are the same either way. */
public enum BinMounts {
  /** Image mounts where the executor has them, else binds. */
  AUTO,
  /** Image mounts, or a refusal where the executor has none. */
  IMAGE,
  /** Read-only binds of the images' unpacked files. */
  BIND;

  /** Returns the value of a word; throws IllegalArgumentException when there is none. */
  public static BinMounts of(String word) {
    for (BinMounts value : values()) {
      if (value.toString().equals(word)) {
        return value;
      }
    }
    throw new IllegalArgumentException("there is no way '" + word + "' to mount tools");
  }

  /** Returns the word as written, shown and stored. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
