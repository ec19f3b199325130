package dev.otters.sessions.log;

import java.time.Instant;

/**
 * The place of a session in the list of sessions, most recently used first.
 *
 * @param key orders sessions that were used in the same millisecond
 */
public record SessionPlace(Instant updatedAt, long key) {
  /** The place before all sessions. */
  public static final SessionPlace FIRST =
      new SessionPlace(Instant.ofEpochMilli(Long.MAX_VALUE), Long.MAX_VALUE);

  /** Reads a place that was written by {@code toString}; throws for any other text. */
  public static SessionPlace parse(String text) {
    String[] parts = text.split("\\.", 2);
    return new SessionPlace(
        Instant.ofEpochMilli(Long.parseLong(parts[0])), Long.parseLong(parts[1]));
  }

  @Override
  public String toString() {
    return updatedAt.toEpochMilli() + "." + key;
  }
}
