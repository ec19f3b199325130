package dev.otters.sessions.lineage;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.GrantedResources;
import dev.otters.resources.ReadOnly;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Parents and children among sessions. A child reaches what each of its ancestors reaches, or less:
 * its grants lie at or below theirs, and it may only read what one of them may only read.
 *
 * @param declared the resources of agents
 */
public record Lineage(Declared declared) {
  /** The limit on generations, the first parent included. */
  public static final int DEEPEST = 8;

  /** The limit on sessions that have the same first parent, itself included. */
  public static final int MOST = 1000;

  private static final String COLUMNS = "key, agent, id, grants, read_only";

  /** A session and its ancestors, the first parent at the beginning. */
  private static final String LINE =
      "WITH RECURSIVE line(k, above) AS (SELECT key, parent FROM sessions WHERE key = ? UNION ALL"
          + " SELECT key, parent FROM sessions, line WHERE key = above) SELECT "
          + COLUMNS
          + " FROM sessions WHERE key IN (SELECT k FROM line) ORDER BY key";

  private static final String ALONE =
      "SELECT " + COLUMNS + " FROM sessions WHERE key = ? AND parent IS NULL";

  private static final String CHILDREN = "SELECT " + COLUMNS + " FROM sessions WHERE parent = ?";

  private static final String SIZE =
      "WITH RECURSIVE tree(k) AS (SELECT ? UNION ALL SELECT key FROM sessions, tree WHERE parent ="
          + " k) SELECT count(*) AS n FROM tree";

  /** Tells what the agents of sessions declare. */
  @FunctionalInterface
  public interface Declared {
    /**
     * Returns the resources of an agent's next turn, and those from its next start on if they are
     * others; none before its runtime was ready once.
     */
    List<List<DeclaredResource>> resources(Rows rows, UUID agent);
  }

  /** A session of a line. */
  private record Member(long key, UUID agent, SessionId id, Grants grants, ReadOnly readOnly) {
    static Member of(Row row) {
      return new Member(
          row.number("key"),
          row.uuid("agent"),
          new SessionId(row.text("id")),
          Grants.parse(row.text("grants")),
          ReadOnly.parse(row.text("read_only")));
    }
  }

  private static List<Member> line(Rows rows, long session) {
    return rows.list(LINE, Member::of, session);
  }

  private static List<Member> children(Rows rows, long session) {
    return rows.list(CHILDREN, Member::of, session);
  }

  /** Returns the resources of an agent with what its session may reach of them now. */
  public GrantedResources granted(Rows rows, long session, GrantedResources resources) {
    Optional<Member> alone = rows.first(ALONE, Member::of, session);
    if (alone.isPresent()) {
      return resources.with(alone.get().grants()).with(alone.get().readOnly());
    }
    List<Member> line = line(rows, session);
    return resources.with(line.getLast().grants()).with(readOnly(rows, line));
  }

  /** Returns what the last session of a line may only read, also through silent agents. */
  private ReadOnly readOnly(Rows rows, List<Member> line) {
    ReadOnly limits = ReadOnly.NOTHING;
    for (Member member : line.subList(0, line.size() - 1)) {
      limits = below(rows, member, limits.and(member.readOnly()));
    }
    return limits.and(line.getLast().readOnly());
  }

  /** Returns the limits of the children of a session. All definitions of its agent count. */
  private ReadOnly below(Rows rows, Member parent, ReadOnly limits) {
    return declared.resources(rows, parent.agent()).stream()
        .map(limits::below)
        .reduce(limits, ReadOnly::and);
  }

  /**
   * Returns the grants of a new child.
   *
   * @param wanted those that are requested; empty for those of the parent
   * @throws SessionException with {@code WIDER_GRANTS} that names a grant which the parent lacks,
   *     or with {@code INVALID} if there are too many sessions above or beside the child
   */
  public Grants grants(Rows rows, long parent, Optional<Grants> wanted) {
    List<Member> line = line(rows, parent);
    if (line.size() >= DEEPEST) {
      throw SessionException.invalid(
          "session %s has %d ancestors, and so no children"
              .formatted(line.getLast().id(), line.size() - 1));
    }
    if (rows.number(SIZE, line.getFirst().key()) >= MOST) {
      throw SessionException.invalid(
          "session %s belongs to %d sessions with the same first parent, which is the limit"
              .formatted(line.getLast().id(), MOST));
    }
    Grants has = line.getLast().grants();
    for (Namespace path : wanted.orElse(Grants.NONE).paths()) {
      if (!has.mayWrite(path)) {
        throw SessionException.widerGrants(line.getLast().id(), path);
      }
    }
    return wanted.orElse(has);
  }

  /**
   * Makes a new session a child.
   *
   * @param newest the resources that the image of the parent's agent declares, which may be newer
   *     than those of its next turn
   */
  public void adopt(Tx tx, long child, long parent, List<DeclaredResource> newest) {
    List<Member> line = line(tx, parent);
    ReadOnly own = readOnly(tx, line);
    ReadOnly limits = below(tx, line.getLast(), own).and(own.below(newest));
    tx.execute(
        "UPDATE sessions SET parent = ?, read_only = ?, granted = granted OR (SELECT granted FROM"
            + " sessions WHERE key = ?) WHERE key = ?",
        parent,
        limits.text(),
        parent,
        child);
  }

  /**
   * Gives a session fewer grants, and takes from its descendants what these do not cover.
   *
   * @return the keys of the sessions that have fewer grants now, that of the session included
   */
  public List<Long> narrow(Tx tx, long session, Grants left) {
    tx.execute("UPDATE sessions SET grants = ? WHERE key = ?", left.text(), session);
    List<Long> changed = new ArrayList<>(List.of(session));
    for (Member child : children(tx, session)) {
      if (!left.cover(child.grants())) {
        changed.addAll(narrow(tx, child.key(), child.grants().within(left)));
      }
    }
    return changed;
  }

  /**
   * Gives the children of a session that is about to be deleted to its own parent. They may do no
   * more than before.
   */
  public void release(Tx tx, long session) {
    for (Member child : children(tx, session)) {
      tx.execute(
          "UPDATE sessions SET read_only = ?, parent = (SELECT parent FROM sessions WHERE key = ?)"
              + " WHERE key = ?",
          readOnly(tx, line(tx, child.key())).text(),
          session,
          child.key());
    }
  }

  /** Does the same for all sessions of an agent. Its parents come before their children. */
  public void release(Tx tx, UUID agent) {
    tx.list(
            "SELECT DISTINCT p.key FROM sessions c JOIN sessions p ON p.key = c.parent WHERE"
                + " c.parent IS NOT NULL AND p.agent = ? ORDER BY p.key",
            row -> row.number("key"),
            agent)
        .forEach(session -> release(tx, session));
  }
}
