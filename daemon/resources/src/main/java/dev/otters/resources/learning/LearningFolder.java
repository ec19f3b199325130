package dev.otters.resources.learning;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;

/** The folders in which agents read their learnings. No two calls for an agent run at once. */
public interface LearningFolder {
  /** Creates the folder of an agent, if it has none. */
  void create(UUID agent) throws IOException;

  /**
   * Replaces files, each of them atomically. Does nothing if the agent has no folder.
   *
   * @param files the texts by the names of all files
   */
  void write(UUID agent, Map<String, String> files) throws IOException;
}
