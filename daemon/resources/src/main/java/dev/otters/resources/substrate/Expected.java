package dev.otters.resources.substrate;

import java.util.Optional;

/**
 * The state in which a file must be when it is written. At least one part is present.
 *
 * @param version the version that the file must have; empty for any
 * @param hash the SHA-256 in hex that its bytes must have; empty for any
 * @param absent whether there must be no file
 */
public record Expected(Optional<Long> version, Optional<String> hash, boolean absent) {
  /**
   * Checks that there is a condition, and that the conditions can be met.
   *
   * @throws WritebackException with {@code INVALID}
   */
  public Expected {
    boolean there = version.isPresent() || hash.isPresent();
    if (there == absent) {
      throw WritebackException.invalid(
          "a precondition is needed: expectedVersionId or expectedContentHash, or absent for a new"
              + " file");
    }
  }

  /** Throws {@link WritebackException} with {@code CONFLICT} if a file is in another state. */
  void check(FilePath path, Optional<FileVersion> current) {
    boolean met =
        absent
            ? current.isEmpty()
            : current
                .filter(it -> version.isEmpty() || version.get() == it.id())
                .filter(it -> hash.isEmpty() || hash.get().equalsIgnoreCase(it.sha256()))
                .isPresent();
    if (!met) {
      throw WritebackException.changed(path, text(), current);
    }
  }

  private String text() {
    if (absent) {
      return "no file";
    }
    return version.map(it -> "version " + it).orElse("")
        + (version.isPresent() && hash.isPresent() ? " with " : "")
        + hash.map(it -> "content hash " + it).orElse("");
  }
}
