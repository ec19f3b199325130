package dev.otters.resources.substrate;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The copies of durable files on the disk, which sandboxes see. Follows no links. Used by one
 * thread at a time for each agent.
 */
public interface SubstrateFolder {
  /** Creates the folder of an agent unless it exists. */
  void create(UUID agent) throws IOException;

  /** Replaces files, each at once, and returns when they are durable. */
  void write(UUID agent, Map<FilePath, Content> files) throws IOException;

  /** Returns a file; empty if there is none. One beyond the limit is cut, but not to the limit. */
  Optional<Content> read(UUID agent, FilePath path) throws IOException;
}
