package dev.otters.resources.writeback;

import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.FileVersion;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A copy of a durable file that a session changes.
 *
 * @param source the SHA-256 of the durable file when it was copied
 */
public record Draft(FilePath path, FilePath target, String source, Instant stagedAt) {
  /** The states of drafts. */
  public enum State {
    /** It differs from the durable file, which is as it was. */
    READY,
    /** It has the same bytes as the durable file. */
    IN_SYNC,
    /** The draft was removed. */
    DRAFT_MISSING,
    /** The durable file was removed. */
    SUBSTRATE_MISSING,
    /** The durable file has changed since it was copied. */
    SOURCE_CHANGED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the names of all states. */
    public static String names() {
      return String.join(", ", Arrays.stream(values()).map(State::toString).toList());
    }
  }

  /**
   * A draft with what it is now.
   *
   * @param hash the SHA-256 of the draft; empty if it is missing
   * @param current the durable file; empty if it is missing
   */
  public record Status(
      Draft draft, State state, Optional<String> hash, Optional<FileVersion> current) {}

  /** Returns what the draft is. */
  Status status(Optional<String> hash, Optional<FileVersion> current) {
    return new Status(this, state(hash, current), hash, current);
  }

  private State state(Optional<String> hash, Optional<FileVersion> current) {
    if (hash.isEmpty()) {
      return State.DRAFT_MISSING;
    }
    if (current.isEmpty()) {
      return State.SUBSTRATE_MISSING;
    }
    String now = current.get().sha256();
    if (now.equals(hash.get())) {
      return State.IN_SYNC;
    }
    return now.equals(source) ? State.READY : State.SOURCE_CHANGED;
  }
}
