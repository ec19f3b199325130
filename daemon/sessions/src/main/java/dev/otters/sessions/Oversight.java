package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.sessions.log.ActivationMove;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.Claim;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.Journal;
import dev.otters.sessions.log.JournalEntry;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.standing.Standing;
import dev.otters.sessions.standing.Wait;
import dev.otters.sessions.wake.WakeRows;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Shows operators what sessions wait for and how they came there, and starts failed ones again.
 * Every answer about one session reads as many rows for a long session as for a short one.
 */
public final class Oversight {
  private final Ledger ledger;
  private final Settlement settlement;
  private final TurnQueue queue;

  Oversight(Ledger ledger, Settlement settlement, TurnQueue queue) {
    this.ledger = ledger;
    this.settlement = settlement;
    this.queue = queue;
  }

  /**
   * Returns what a session does.
   *
   * @throws SessionException with {@code NOT_FOUND}
   */
  public Standing of(UUID agent, SessionId session) {
    return ledger.database().read(rows -> of(rows, agent, session));
  }

  Standing of(Rows rows, UUID agent, SessionId session) {
    return of(rows, view(rows, agent, session));
  }

  private SessionView view(Rows rows, UUID agent, SessionId session) {
    return ledger
        .sessions()
        .view(rows, agent, session)
        .orElseThrow(() -> SessionException.notFound(session));
  }

  /** Returns the sessions with a turn that is not over, the oldest turn first. */
  public List<Standing> busy(int limit) {
    return ledger
        .database()
        .readLong(
            rows ->
                ledger.activations().open(rows, limit).stream()
                    .map(turn -> of(rows, ledger.sessions().view(rows, turn.session())))
                    .toList());
  }

  private Standing of(Rows rows, SessionView session) {
    long key = session.place().key();
    Optional<Claim> claim = ledger.activations().open(rows, key).map(turn -> Claim.of(rows, turn));
    return new Standing(
        session,
        claim.map(it -> queue.await(rows, it.turn())).orElse(unclaimed(session)),
        since(rows, session, claim),
        claim,
        claim.flatMap(it -> ledger.leases().left(it.turn().id())).map(ledger.time().now()::plus),
        waiting(rows, key),
        WakeRows.next(rows, key));
  }

  private static Wait unclaimed(SessionView session) {
    return session.status() == SessionStatus.TERMINATED ? new Wait.Nothing() : new Wait.Message();
  }

  /** Returns the time of the last move. The journal may have forgotten a very old one. */
  private static Instant since(Rows rows, SessionView session, Optional<Claim> claim) {
    Optional<JournalEntry> newest =
        Journal.newest(rows, session.place().key(), 1).stream().findFirst();
    return claim
        .map(
            it ->
                newest
                    .filter(move -> move.activation().equals(it.turn().id()))
                    .map(JournalEntry::at)
                    .orElse(it.createdAt()))
        .or(() -> newest.map(JournalEntry::at))
        .orElse(session.updatedAt());
  }

  private static int waiting(Rows rows, long session) {
    return (int)
        rows.number(
            "SELECT count(*) AS n FROM (SELECT 1 FROM events WHERE session = ? AND "
                + EventLog.PENDING
                + " AND activation IS NULL LIMIT ?)",
            session,
            Standing.MOST_COUNTED);
  }

  /**
   * Starts a turn again that failed for good, with all its attempts. If the agent does not run, the
   * turn waits for it. A repeated request changes nothing.
   *
   * @throws SessionException with {@code NOT_FOUND}, {@code EXPIRED} or {@code NOT_FAILED}
   */
  public Standing retry(UUID agent, SessionId session) {
    return ledger
        .database()
        .write(
            tx -> {
              long key = view(tx, agent, session).place().key();
              ledger.sessions().requireLive(tx, key);
              ActivationRow turn =
                  ledger
                      .activations()
                      .open(tx, key)
                      .filter(it -> it.state() == ActivationState.BLOCKED || isRetried(tx, it))
                      .orElseThrow(() -> SessionException.notFailed(view(tx, agent, session)));
              if (turn.state() == ActivationState.BLOCKED) {
                settlement.rearm(tx, turn, "the operator asked for another try");
              }
              return of(tx, view(tx, agent, session));
            });
  }

  /** Returns whether a turn that failed for good has been started again, and has not failed yet. */
  private static boolean isRetried(Rows rows, ActivationRow turn) {
    return Journal.newest(rows, turn.session(), 2).stream()
        .filter(entry -> entry.activation().equals(turn.id()))
        .dropWhile(entry -> entry.move() == ActivationMove.LEASE)
        .findFirst()
        .filter(entry -> entry.move() == ActivationMove.REARM)
        .isPresent();
  }

  /**
   * A page of the journal.
   *
   * @param last the number of the newest move that the page takes into account
   */
  public record Moves(List<JournalEntry> entries, long last) {}

  /**
   * Returns the newest moves of activations, the newest first. The journal keeps them for 30 days.
   *
   * @param agent empty for those of all agents
   * @param session empty for those of all sessions of the agent
   * @param before the number before which they are
   * @throws SessionException with {@code NOT_FOUND}
   */
  public Moves newest(Optional<UUID> agent, Optional<SessionId> session, long before, int limit) {
    return moves(
        agent,
        session,
        limit,
        (rows, filter) -> new Moves(Journal.before(rows, filter, before), Journal.lastSeq(rows)));
  }

  /**
   * Returns the moves after a number, the oldest first.
   *
   * @param after the number of the last known move, or 0
   * @throws SessionException with {@code NOT_FOUND}
   */
  public Moves later(Optional<UUID> agent, Optional<SessionId> session, long after, int limit) {
    return moves(
        agent,
        session,
        limit,
        (rows, filter) -> {
          List<JournalEntry> found = Journal.after(rows, filter, after);
          long last = found.size() < limit ? Journal.lastSeq(rows) : found.getLast().seq();
          return new Moves(found, Math.max(after, last));
        });
  }

  private Moves moves(
      Optional<UUID> agent,
      Optional<SessionId> session,
      int limit,
      BiFunction<Rows, Journal.Filter, Moves> read) {
    return ledger
        .database()
        .readLong(
            rows -> {
              Optional<Long> key =
                  agent.flatMap(whose -> session.map(id -> view(rows, whose, id).place().key()));
              return read.apply(rows, new Journal.Filter(agent, key, limit));
            });
  }
}
