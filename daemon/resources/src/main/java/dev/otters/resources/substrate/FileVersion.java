package dev.otters.resources.substrate;

import java.time.Instant;
import java.util.Optional;

/**
 * A version of a durable file.
 *
 * @param id a number that no other version of any agent has or had
 * @param sha256 the SHA-256 of its bytes in hex
 * @param bytes the number of its bytes
 * @param restored the version that it restores; empty if it restores none
 * @param author who wrote it; empty for the daemon
 * @param session the session that wrote it; empty for none
 */
public record FileVersion(
    long id,
    FilePath path,
    String sha256,
    long bytes,
    Origin origin,
    Optional<Long> restored,
    String author,
    String session,
    Instant createdAt) {
  /** The ways in which versions come to be. */
  public enum Origin {
    /** It was there at the beginning, from the image or as an empty file. */
    IMAGE,
    /** A draft was promoted. */
    PROMOTE,
    /** An earlier version was restored. */
    RESTORE
  }
}
