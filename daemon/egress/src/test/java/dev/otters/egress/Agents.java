package dev.otters.egress;

import dev.otters.home.store.Database;
import java.util.UUID;

/** Rows of agents. */
final class Agents {
  private Agents() {}

  static void add(Database database, UUID agent) {
    database.update(
        tx ->
            tx.execute(
                "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted,"
                    + " keep_workspace, restarts, created_at) VALUES(?, ?, 1, 1, '', 'READY', 1, 1,"
                    + " 0, 0, 0)",
                agent,
                agent.toString()));
  }
}
