package dev.otters.sessions.log;

import dev.otters.home.store.Rows;
import java.util.Optional;
import java.util.UUID;

/**
 * The folders of sessions, whose names begin with {@code _} where an id begins with a dot. So two
 * ids can have the same folders. Only earlier releases created a session beside such another one.
 */
public final class SessionFolders {
  private SessionFolders() {}

  /** Returns the other session of the agent with the same folders. */
  public static Optional<SessionId> twin(Rows rows, UUID agent, SessionId session) {
    String id = session.value();
    String rest = id.substring(1);
    boolean begins = id.startsWith(".") || id.startsWith("_");
    if (!begins || rest.isEmpty() || id.equals("_.")) {
      return Optional.empty();
    }
    return rows.first(
        "SELECT id FROM sessions WHERE agent = ? AND id = ?",
        row -> new SessionId(row.text("id")),
        agent,
        (id.startsWith(".") ? "_" : ".") + rest);
  }

  /** Refuses a new session that would share its folders with another one. */
  static void requireOwn(Rows rows, UUID agent, SessionId session) {
    Optional<SessionId> twin = twin(rows, agent, session);
    if (twin.isPresent()) {
      throw SessionException.sharesFolders(session, twin.get());
    }
  }
}
