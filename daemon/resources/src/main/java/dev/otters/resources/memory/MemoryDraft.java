package dev.otters.resources.memory;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.resources.provider.Input;
import dev.otters.resources.provider.ResourceException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A memory that a model wants to store.
 *
 * @param supersedes the id of the memory that it replaces; empty for none
 */
record MemoryDraft(MemoryType type, List<String> topics, String text, Optional<String> supersedes) {
  private static final String GENERAL = "general";

  /**
   * Reads the input of a call.
   *
   * @param most the limit on the text in bytes
   */
  static MemoryDraft of(JsonNode input, int most) {
    Input.members(input, "text", "topics", "type", "supersedes");
    String text = Input.text(input, "text").orElse("").strip();
    int bytes = text.getBytes(UTF_8).length;
    if (text.isEmpty() || bytes > most) {
      throw ResourceException.refused(
          "text must have 1 to " + most + " bytes, and has " + bytes + ": store what matters");
    }
    List<String> topics = Topics.of(input);
    return new MemoryDraft(
        type(Input.text(input, "type").orElse("fact")),
        topics.isEmpty() ? List.of(GENERAL) : topics,
        text,
        Input.text(input, "supersedes"));
  }

  private static MemoryType type(String name) {
    return MemoryType.find(name)
        .orElseThrow(
            () -> ResourceException.refused("type must be fact, preference, event or summary"));
  }

  /** Returns whether a memory says the same: its text, its type and its topics. */
  boolean says(Memory memory) {
    return text.equals(memory.text())
        && type == memory.type()
        && Set.copyOf(topics).equals(Set.copyOf(memory.topics()));
  }

  int bytes() {
    return text.getBytes(UTF_8).length;
  }
}
