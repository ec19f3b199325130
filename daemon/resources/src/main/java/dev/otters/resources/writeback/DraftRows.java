package dev.otters.resources.writeback;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.SubstrateLimits;
import dev.otters.resources.substrate.WritebackException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table of drafts. */
final class DraftRows {
  private static final String OF_SESSION =
      " WHERE session = (SELECT key FROM sessions WHERE agent = ? AND id = ?)";

  private DraftRows() {}

  static List<Draft> all(Rows rows, UUID agent, String session) {
    return rows.list(
        "SELECT * FROM substrate_drafts" + OF_SESSION + " ORDER BY path",
        DraftRows::draft,
        agent,
        session);
  }

  static Optional<Draft> find(Rows rows, UUID agent, String session, FilePath path) {
    return rows.first(
        "SELECT * FROM substrate_drafts" + OF_SESSION + " AND path = ?",
        DraftRows::draft,
        agent,
        session,
        path.toString());
  }

  static void save(Tx tx, UUID agent, String session, Draft draft) {
    tx.execute(
        "INSERT INTO substrate_drafts(session, path, target, source, staged_at) SELECT key, ?, ?,"
            + " ?, ? FROM sessions WHERE agent = ? AND id = ? ON CONFLICT DO UPDATE SET target ="
            + " excluded.target, source = excluded.source, staged_at = excluded.staged_at",
        draft.path().toString(),
        draft.target().toString(),
        draft.source(),
        draft.stagedAt(),
        agent,
        session);
    if (all(tx, agent, session).size() > SubstrateLimits.DRAFTS) {
      throw full();
    }
  }

  /** Returns the failure that a session has as many drafts as it may have. */
  static WritebackException full() {
    return WritebackException.invalid(
        "a session must have at most %d drafts. Delete the file of one that is not needed."
            .formatted(SubstrateLimits.DRAFTS));
  }

  /** Forgets a copy, unless it was made anew meanwhile. */
  static void delete(Tx tx, UUID agent, String session, Draft draft) {
    tx.execute(
        "DELETE FROM substrate_drafts" + OF_SESSION + " AND path = ? AND staged_at = ?",
        agent,
        session,
        draft.path().toString(),
        draft.stagedAt());
  }

  private static Draft draft(Row row) {
    return new Draft(
        FilePath.stored(row.text("path")),
        FilePath.stored(row.text("target")),
        row.text("source"),
        row.time("staged_at"));
  }
}
