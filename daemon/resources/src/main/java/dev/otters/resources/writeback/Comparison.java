package dev.otters.resources.writeback;

import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.FileVersion;
import java.util.Optional;

/**
 * A draft beside its durable file.
 *
 * @param draftHash the SHA-256 of the draft
 * @param current the durable file; empty if there is none
 * @param diff a unified diff, which may be cut; empty if the bytes are the same, or are no text
 * @param binary whether one of them is no text
 */
public record Comparison(
    FilePath draft,
    FilePath target,
    String draftHash,
    long draftBytes,
    Optional<FileVersion> current,
    boolean binary,
    int added,
    int removed,
    String diff) {
  /** Returns whether the bytes are the same. */
  public boolean identical() {
    return current.filter(it -> it.sha256().equals(draftHash)).isPresent();
  }
}
