package dev.otters.sessions.catalog;

import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/** The folders of agents with the catalogs and files of their sessions. */
public interface CatalogFolder {
  /** Returns the files about the agent, as a session sees it. The agent may be unknown. */
  List<CatalogFile> setup(UUID agent, SessionId session);

  /**
   * Replaces files of a session's catalog, each of them atomically. Does nothing if the agent has
   * no folder. No two calls for an agent run at once.
   */
  void write(UUID agent, SessionId session, List<CatalogFile> files) throws IOException;

  /** Removes the catalog and the files of a session, if it has some. */
  void remove(UUID agent, SessionId session) throws IOException;
}
