package dev.otters.resources.memory;

import dev.otters.resources.grant.Namespace;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Something that an agent remembers.
 *
 * @param key its number; a newer memory has a greater one
 * @param id such as {@code mem_3f2a9c01b7de}
 * @param supersededBy the id of the memory that replaced it; empty for none
 */
public record Memory(
    long key,
    String id,
    Namespace namespace,
    MemoryType type,
    List<String> topics,
    String text,
    Author author,
    Instant createdAt,
    Optional<String> supersededBy) {
  /**
   * The turn that wrote a memory. It may be gone.
   *
   * @param agent the id of the agent
   */
  public record Author(String agent, String session, String activation) {}
}
