package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Rows;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.protocol.CrashPoint;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.grant.Grants;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog.Draft;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.Sender;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.Alarm;
import dev.otters.sessions.wake.Wake;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import dev.otters.sessions.wake.WakeRows;
import dev.otters.sessions.wake.WakeState;
import dev.otters.sessions.wake.WakeTool;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wakes of all sessions. A due wake becomes an event that begins a turn, as a message does, and
 * moves on in the same transaction. It waits while its session has a turn or its agent no runtime.
 * Thread-safe.
 */
public final class Wakes {
  private static final Logger LOG = LoggerFactory.getLogger(Wakes.class);

  /** The limit on pending wakes of a session. */
  public static final int MOST = 100;

  /** The limit of a list. */
  private static final int LISTED = 1000;

  /** The delay from which on an event says that it is late. */
  private static final Duration LATE = Duration.ofMinutes(1);

  private static final int PAGE = 100;

  private static final String UNTITLED = "A scheduled wake";

  private final Ledger ledger;
  private final Leasing leasing;

  private final AgentDirectory directory;
  private final Alarm alarm;

  Wakes(Ledger ledger, Leasing leasing, AgentDirectory directory) {
    this.ledger = ledger;
    this.leasing = leasing;
    this.directory = directory;
    this.alarm = new Alarm(ledger.time(), this::look);
    ledger.whenDue(() -> alarm.within(Duration.ZERO));
  }

  /** Returns the time by which wakes are due. */
  public Instant now() {
    return ledger.time().now();
  }

  /**
   * Schedules a wake without the secrets in its note, and creates its session if it does not exist.
   * If the session has a pending wake with the same key, nothing changes.
   *
   * @param admission checks within the transaction that the agent exists, and throws if not
   * @return the wake, or the one that is there
   * @throws SessionException with {@code EXPIRED} or {@code TOO_MANY_WAKES}
   */
  public Wake schedule(UUID agent, SessionId session, WakePlan wanted, Consumer<Tx> admission) {
    ProgramRequests.requireOther(session);
    WakePlan plan = wanted.redacted(directory.redactor(agent));
    Grants usual = directory.grants(agent);
    OwnSandboxes.Rule rule = directory.separates(agent);
    return ledger
        .database()
        .add(
            tx -> {
              admission.accept(tx);
              String title = plan.note().isBlank() ? UNTITLED : plan.note();
              long key = ledger.sessions().keyOrCreate(tx, agent, session, title, usual, rule);
              return schedule(tx, agent, key, plan, Optional.empty());
            });
  }

  private Wake schedule(Tx tx, UUID agent, long session, WakePlan plan, Optional<String> asker) {
    List<Wake> pending = WakeRows.of(tx, session);
    Optional<Wake> same =
        pending.stream()
            .filter(wake -> plan.dedupe().isPresent())
            .filter(wake -> wake.plan().dedupe().equals(plan.dedupe()))
            .findFirst();
    if (same.isPresent()) {
      return same.get();
    }
    ledger.sessions().requireLive(tx, session);
    if (pending.size() >= MOST) {
      throw SessionException.tooManyWakes(ledger.sessions().id(tx, session), MOST);
    }
    Wake wake = WakeRows.add(tx, agent, session, plan, asker, now());
    Draft event =
        event(wake, EventType.WAKE_SCHEDULED, Map.of("note", plan.note(), "dueAt", plan.due()));
    append(tx, wake, asker.map(_ -> event.from(Sender.MODEL)).orElse(event));
    tx.afterCommit(() -> alarm.within(Duration.between(now(), plan.due())));
    return wake;
  }

  /** Schedules a wake that the model of a turn asks for, and returns what the model learns. */
  EventBody.ToolResult answer(Tx tx, ActivationRow turn, ToolCall call) {
    try {
      WakeTool wanted = WakeTool.parse(call.argumentsJson());
      if (WakeRows.asked(tx, turn.session(), turn.id()) >= WakeTool.MOST) {
        String most = "this turn has scheduled " + WakeTool.MOST + " wakes, which is the limit";
        return EventBody.ToolResult.failed(call, most);
      }
      Instant now = now();
      WakePlan plan =
          WakePlan.once(
                  now.plus(wanted.delay()), now, wanted.note(), wanted.key(), WakePriority.NORMAL)
              .redacted(directory.redactor(turn.agent()));
      Wake wake = schedule(tx, turn.agent(), turn.session(), plan, Optional.of(turn.id()));
      return EventBody.ToolResult.said(
          call, "wake " + wake.key() + " is due at " + wake.plan().due());
    } catch (SessionException | IllegalArgumentException e) {
      return EventBody.ToolResult.failed(call, String.valueOf(e.getMessage()));
    }
  }

  private static Draft event(Wake wake, EventType type, Map<String, ?> members) {
    Map<String, Object> body = new TreeMap<>(members);
    body.put("wake", Long.toString(wake.key()));
    return Draft.own(Optional.empty(), type, Bodies.of(body));
  }

  private void append(Tx tx, Wake wake, Draft event) {
    ledger.log().append(tx, wake.place().session(), event);
  }

  /**
   * Returns pending wakes, those that are due first at the beginning, at most 1,000.
   *
   * @param agent empty for those of all agents
   */
  public List<Wake> pending(Optional<UUID> agent) {
    return ledger.database().read(rows -> WakeRows.pending(rows, agent, LISTED));
  }

  /**
   * Returns the pending wakes of a session, those that are due first at the beginning.
   *
   * @throws SessionException with {@code NOT_FOUND}
   */
  public List<Wake> pending(UUID agent, SessionId session) {
    return ledger
        .database()
        .read(rows -> WakeRows.of(rows, ledger.key(rows, agent, session)))
        .stream()
        .sorted(Comparator.comparing((Wake wake) -> wake.plan().due()))
        .toList();
  }

  /**
   * Removes a pending wake.
   *
   * @throws SessionException with {@code NOT_FOUND} or {@code NO_WAKE}
   */
  public void cancel(UUID agent, SessionId session, long wake) {
    ledger
        .database()
        .update(
            tx -> {
              Wake found =
                  WakeRows.find(tx, ledger.key(tx, agent, session), wake)
                      .orElseThrow(() -> SessionException.noWake(session, wake));
              cancel(tx, found);
            });
  }

  /** Removes a pending wake. */
  void cancel(Tx tx, Wake wake) {
    WakeRows.move(tx, wake, WakeState.CANCELLED);
    append(tx, wake, event(wake, EventType.WAKE_CANCELLED, Map.of()));
  }

  private Optional<Duration> look() {
    Instant now = now();
    fireAll(now);
    return ledger.database().read(rows -> next(rows, now));
  }

  /** Returns the time until the next look; empty if no wake is pending. */
  private Optional<Duration> next(Rows rows, Instant last) {
    return WakeRows.next(rows, last)
        .map(due -> Duration.between(now(), due))
        .or(() -> Optional.of(Alarm.LOOK).filter(_ -> WakeRows.any(rows)));
  }

  private void fireAll(Instant now) {
    for (UUID agent : ledger.database().read(rows -> WakeRows.dueAgents(rows, now))) {
      long fired = PAGE;
      while (fired == PAGE && leasing.isConnected(agent)) {
        List<Long> sessions = ledger.database().read(rows -> WakeRows.idle(rows, agent, now, PAGE));
        fired = sessions.stream().filter(session -> tryToFire(agent, session, now)).count();
      }
    }
  }

  /** Fires the wakes of a session. If that fails, the next look tries again. */
  private boolean tryToFire(UUID agent, long session, Instant now) {
    try {
      fire(agent, session, now);
      return true;
    } catch (RuntimeException e) {
      if (e instanceof StoreException store && store.reason() == StoreException.Reason.CLOSED) {
        throw e;
      }
      LOG.atWarn().addKeyValue("session", session).setCause(e).log("Wakes are tried again");
      return false;
    }
  }

  /** Turns the due wakes of a session into events that begin a turn. */
  private void fire(UUID agent, long session, Instant now) {
    CrashPoint.at("wake-due");
    UUID sandbox = ledger.database().read(rows -> OwnSandboxes.of(rows, session)).orElse(agent);
    int unused =
        leasing.add(
            sandbox,
            (tx, ready) -> {
              boolean busy = ledger.activations().open(tx, session).isPresent();
              List<Wake> due = busy ? List.of() : WakeRows.due(tx, session, now);
              if (!due.isEmpty()) {
                due.forEach(wake -> fire(tx, wake, now));
                int rank = due.getFirst().plan().priority().rank();
                if (ledger.activations().create(tx, session, agent, rank).equals(sandbox)) {
                  ready.accept(tx);
                } else {
                  ledger.wake(tx, OwnSandboxes.of(tx, session).orElse(agent));
                }
              }
              return due.size();
            });
    CrashPoint.at("wake-fired");
  }

  private void fire(Tx tx, Wake wake, Instant now) {
    WakePlan plan = wake.plan();
    Map<String, Object> body = new TreeMap<>(Map.of("text", plan.note(), "dueAt", plan.due()));
    Duration late = Duration.between(plan.due(), now);
    if (late.compareTo(LATE) > 0) {
      body.put("lateMillis", late.toMillis());
    }
    append(tx, wake, event(wake, EventType.WAKE_FIRED, body).from(Sender.wake(wake.key())));
    plan.repeat()
        .next(plan.due(), now)
        .ifPresentOrElse(
            again -> WakeRows.postpone(tx, wake, again),
            () -> WakeRows.move(tx, wake, WakeState.FIRED));
  }
}
