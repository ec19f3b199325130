package dev.otters.sessions.catalog;

import dev.otters.home.store.Tx;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/** The folders of agents with the catalogs and files of their sessions. */
public interface CatalogFolder {
  /**
   * Returns the files about the agent, as a session sees it. The agent may be unknown. When this
   * returns, nothing is left of an earlier session with the same name.
   */
  List<CatalogFile> setup(UUID agent, SessionId session);

  /**
   * Replaces files of a session's catalog, each of them atomically. Does nothing if the agent has
   * no folder. No two calls for an agent run at once.
   */
  void write(UUID agent, SessionId session, List<CatalogFile> files) throws IOException;

  /**
   * Removes the catalog and the files of a session after the transaction that removes it, also if
   * the daemon ends before that.
   *
   * @param working whether the session had an open turn
   */
  void remove(Tx tx, UUID agent, SessionId session, boolean working);
}
