package dev.otters.resources.files;

import dev.otters.resources.grant.Namespace;
import java.time.Instant;

/**
 * A text file of a namespace, without its text.
 *
 * @param path the path in the namespace, such as {@code notes/plan.md}
 * @param bytes the size of the text in UTF-8
 * @param sha256 the hash of the text in hex
 * @param author who wrote the text
 */
public record StoredFile(
    long key,
    Namespace namespace,
    String path,
    long bytes,
    String sha256,
    Author author,
    Instant writtenAt) {
  /** The turn that wrote a text, by the ids of the agent and the session. */
  public record Author(String agent, String session) {}
}
