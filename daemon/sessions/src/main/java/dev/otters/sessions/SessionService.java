package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.sessions.EventLog.Draft;
import dev.otters.sessions.EventLog.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The users' side of sessions: write, read, follow, interrupt. That an agent exists is the caller's
 * concern.
 */
public final class SessionService {
  /** The longest message, in characters. */
  public static final int MAX_TEXT = 1024 * 1024;

  private static final int PAGE = 200;
  private static final Pattern EVENT_ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  private final Ledger ledger;
  private final Settlement settlement;

  SessionService(Ledger ledger, Settlement settlement) {
    this.ledger = ledger;
    this.settlement = settlement;
  }

  /** What an interrupt came to. */
  public enum Interruption {
    /** A running turn was told to stop. */
    STOPPING,
    /** Work that waited for another attempt was given up. */
    GIVEN_UP,
    /** Nothing ran. */
    NOTHING
  }

  /**
   * Makes a message of the user durable and, unless a turn is under way, ready to be worked on. The
   * session is made where there is none. The same id with the same text again changes nothing.
   *
   * @param admission checks within the same transaction whether the agent takes messages, and
   *     throws if not
   * @return the message's number
   * @throws SessionException with {@code INVALID} or {@code CONFLICT}
   */
  public long appendUserMessage(
      UUID agent, SessionId session, String eventId, String text, Consumer<Tx> admission) {
    if (!EVENT_ID.matcher(eventId).matches()) {
      throw SessionException.invalid(
          "an event id is 1 to 128 letters, digits, dots, underscores, colons or dashes");
    }
    if (text.isBlank() || text.length() > MAX_TEXT) {
      throw SessionException.invalid(
          "a message has 1 to " + MAX_TEXT + " characters, not only blanks");
    }
    String body = Bodies.of(Map.of("text", text));
    Draft message = new Draft(Optional.of(eventId), EventType.USER_MESSAGE, Optional.empty(), body);
    return ledger
        .database()
        .add(
            tx -> {
              admission.accept(tx);
              long key = ledger.sessions().keyOrCreate(tx, agent, session);
              Place place = ledger.log().append(tx, key, message);
              if (place.fresh()) {
                arouse(tx, agent, key);
              }
              return place.seq();
            });
  }

  private void arouse(Tx tx, UUID agent, long session) {
    Optional<ActivationRow> open = ledger.activations().open(tx, session);
    if (open.isEmpty()) {
      ledger.activations().create(tx, session, agent);
      ledger.wake(tx, agent);
    } else if (open.get().state() == ActivationState.BLOCKED) {
      settlement.rearm(tx, open.get(), "a new message came");
    }
  }

  /** Returns the sessions of an agent, the last used first. */
  public List<SessionView> list(UUID agent) {
    return ledger.database().read(rows -> ledger.sessions().list(rows, agent));
  }

  /** Returns one session, empty where the agent has none of this id. */
  public Optional<SessionView> find(UUID agent, SessionId session) {
    return ledger.database().read(rows -> ledger.sessions().view(rows, agent, session));
  }

  /**
   * Returns events of the log, oldest first.
   *
   * @param after the number before the first one wanted, 0 for all
   * @throws SessionException with {@code NOT_FOUND}
   */
  public List<SessionEvent> events(UUID agent, SessionId session, long after, int limit) {
    return ledger
        .database()
        .read(
            rows ->
                ledger
                    .log()
                    .between(rows, key(rows, agent, session), after, Long.MAX_VALUE, limit));
  }

  /**
   * Follows a session from a number on. The caller closes the follower.
   *
   * @param after the number before the first one wanted, 0 for all
   * @throws SessionException with {@code NOT_FOUND}
   */
  public Follower follow(UUID agent, SessionId session, long after) {
    long key = ledger.database().read(rows -> key(rows, agent, session));
    return ledger
        .streams()
        .follow(
            key,
            after,
            (from, upTo) ->
                ledger.database().read(rows -> ledger.log().between(rows, key, from, upTo, PAGE)),
            () -> ledger.database().read(rows -> ledger.sessions().lastSeq(rows, key)));
  }

  /**
   * Stops the running turn, or gives up one that waits for another attempt. What was said so far is
   * kept; messages that no turn has taken up stay.
   *
   * @throws SessionException with {@code NOT_FOUND}
   */
  public Interruption interrupt(UUID agent, SessionId session) {
    return ledger
        .database()
        .write(
            tx -> {
              Optional<ActivationRow> open = ledger.activations().open(tx, key(tx, agent, session));
              return open.map(turn -> interrupt(tx, turn)).orElse(Interruption.NOTHING);
            });
  }

  private Interruption interrupt(Tx tx, ActivationRow turn) {
    boolean waitsAgain = turn.state() == ActivationState.READY && turn.fence() > 0;
    boolean held =
        turn.state() == ActivationState.LEASED || turn.state() == ActivationState.EXPIRED;
    if (!held && !waitsAgain) {
      return Interruption.NOTHING;
    }
    if (!turn.interrupted()) {
      ledger.append(tx, turn, EventType.USER_INTERRUPT, "{}");
    }
    if (waitsAgain) {
      settlement.abandon(tx, turn);
      return Interruption.GIVEN_UP;
    }
    ledger.activations().interrupted(tx, turn, true);
    tx.afterCommit(() -> ledger.listener().interrupted(turn.agent(), turn.id()));
    return Interruption.STOPPING;
  }

  /**
   * Deletes all sessions of an agent within the transaction that deletes the agent; its followers
   * come to their end.
   */
  public void deleteAgent(Tx tx, UUID agent) {
    List<Long> keys = ledger.sessions().keys(tx, agent);
    List<ActivationRow> held = ledger.activations().held(tx, agent);
    ledger.sessions().delete(tx, agent);
    held.forEach(turn -> ledger.released(tx, turn));
    tx.afterCommit(() -> keys.forEach(ledger.streams()::deleted));
  }

  private long key(Rows rows, UUID agent, SessionId session) {
    return ledger
        .sessions()
        .key(rows, agent, session)
        .orElseThrow(() -> SessionException.notFound(session));
  }
}
