package dev.otters.resources.writeback;

import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import java.util.Optional;
import java.util.UUID;

/**
 * The folders with the drafts of sessions, in which agents write. Follows no links, and acts with
 * the rights of the agent. All methods throw {@link
 * dev.otters.resources.substrate.WritebackException} without host paths.
 */
public interface DraftFolder {
  /** Returns the folder of a session as its agent sees it. */
  String target(UUID agent, String session);

  /**
   * Returns a draft; empty if there is nothing. What is no file, is behind a link, or is larger
   * than allowed is refused.
   */
  Optional<Content> read(UUID agent, String session, FilePath path);

  /** Writes a draft at once, also over another one. */
  void write(UUID agent, String session, FilePath path, Content content);
}
