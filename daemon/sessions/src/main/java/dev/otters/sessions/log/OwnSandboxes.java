package dev.otters.sessions.log;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.grant.Grants;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The sandboxes that sessions do not share with others. A session keeps the one that it was created
 * with. All sessions in the sandbox of an agent have the same grants: those of the first one, whose
 * files may be there.
 */
public final class OwnSandboxes {
  /** The limit on sessions of an agent that have a sandbox of their own. */
  static final int MOST = 1000;

  private OwnSandboxes() {}

  /** The sessions of an agent that get a sandbox of their own. */
  public enum Rule {
    /** Every session. */
    ALL,
    /** Those with other grants than the sessions in the sandbox of the agent. */
    OTHER_GRANTS,
    /** None, since nothing separates sandboxes. There is no session with other grants. */
    ONE_SET_OF_GRANTS,
    /** None. */
    NONE
  }

  /**
   * The use of a sandbox.
   *
   * @param session the session that has it
   */
  public record Use(UUID agent, SessionId session) {}

  /**
   * Returns a sandbox for a new session; empty for that of the agent.
   *
   * @param grants the grants of the session
   */
  static Optional<UUID> choose(Tx tx, UUID agent, Grants grants, Rule rule) {
    boolean shares =
        switch (rule) {
          case ALL -> false;
          case OTHER_GRANTS -> shares(tx, agent, grants);
          case ONE_SET_OF_GRANTS -> requireSame(tx, agent, grants);
          case NONE -> true;
        };
    if (shares) {
      return Optional.empty();
    }
    if (ofAgent(tx, agent).size() >= MOST) {
      throw SessionException.invalid(
          "the agent has %d sessions with a sandbox of their own. Remove some".formatted(MOST));
    }
    return Optional.of(UUID.randomUUID());
  }

  private static boolean requireSame(Tx tx, UUID agent, Grants grants) {
    boolean mixed =
        tx.any("SELECT 1 FROM shared_sandboxes WHERE agent = ? AND grants IS NULL", agent);
    if (!mixed && !shares(tx, agent, grants)) {
      throw SessionException.invalid(
          "nothing separates this session from those with other grants, because the agent has no"
              + " sandbox. Use another agent for it");
    }
    return true;
  }

  private static boolean shares(Tx tx, UUID agent, Grants grants) {
    tx.execute(
        "INSERT INTO shared_sandboxes(agent, grants) VALUES(?, ?) ON CONFLICT DO NOTHING",
        agent,
        grants.text());
    return tx.first(
            "SELECT grants FROM shared_sandboxes WHERE agent = ?",
            row -> row.maybeText("grants").map(Grants::parse),
            agent)
        .orElseThrow()
        .filter(grants::isSameAs)
        .isPresent();
  }

  /**
   * Gives a session whose grants have changed a sandbox of its own. An attempt that runs ends where
   * it is, the next one of the turn runs there. What the session left in the shared sandbox stays
   * there. Does nothing if it shares none.
   *
   * @return the new sandbox; empty if nothing was done
   */
  public static Optional<UUID> separate(Tx tx, long session) {
    UUID own = UUID.randomUUID();
    if (tx.execute(
            "UPDATE sessions SET sandbox = ? WHERE key = ? AND sandbox IS NULL", own, session)
        == 0) {
      return Optional.empty();
    }
    int unused =
        tx.execute(
            "UPDATE activations SET sandbox = ? WHERE session = ? AND state IN ('READY', 'PAUSED',"
                + " 'BLOCKED')",
            own,
            session);
    return Optional.of(own);
  }

  /** Forgets which grants the sandbox of a removed agent had. */
  public static void forget(Tx tx, UUID agent) {
    tx.execute("DELETE FROM shared_sandboxes WHERE agent = ?", agent);
  }

  /** Returns the own sandbox of a session; empty if it has none. */
  public static Optional<UUID> of(Rows rows, long session) {
    return rows.first(
            "SELECT sandbox FROM sessions WHERE key = ?", row -> row.maybeText("sandbox"), session)
        .flatMap(id -> id)
        .map(UUID::fromString);
  }

  /** Returns the sandbox of a session, which is named by its id or name; or else the agent's. */
  public static UUID of(Rows rows, UUID agent, SessionId session) {
    return rows.first(
            "SELECT sandbox FROM sessions WHERE agent = ? AND (id = ? OR name = ?) AND sandbox IS"
                + " NOT NULL",
            row -> row.uuid("sandbox"),
            agent,
            session,
            session)
        .orElse(agent);
  }

  /** Returns the session that has a sandbox; empty if none has. */
  public static Optional<Use> find(Rows rows, UUID sandbox) {
    return rows.first(
        "SELECT agent, id FROM sessions WHERE sandbox = ?",
        row -> new Use(row.uuid("agent"), new SessionId(row.text("id"))),
        sandbox);
  }

  /** Returns the sandboxes of an agent's sessions. */
  public static List<UUID> ofAgent(Rows rows, UUID agent) {
    return rows.list(
        "SELECT sandbox FROM sessions WHERE agent = ? AND sandbox IS NOT NULL",
        row -> row.uuid("sandbox"),
        agent);
  }
}
