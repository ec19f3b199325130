package dev.otters.resources.scratch;

import java.time.Instant;
import java.util.Optional;

/**
 * An entry of a scratchpad.
 *
 * @param key grows with each entry
 * @param author empty for the operator
 * @param text without secrets
 */
public record ScratchEntry(
    long key, String pad, Optional<Author> author, Instant writtenAt, String text) {
  /**
   * The agent that wrote an entry.
   *
   * @param agent its name at that time
   * @param session the id of its session
   */
  public record Author(String agent, String session) {}
}
