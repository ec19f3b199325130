package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Rows;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.protocol.CrashPoint;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.writeback.WritebackTools;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.approval.ApprovalRows;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.Page;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of gated tools. A call waits in the database until the operator allows or denies it,
 * for days and restarts. An allowed call runs once, as it was stored. Thread-safe.
 */
public final class Approvals {
  private static final Logger LOG = LoggerFactory.getLogger(Approvals.class);

  /** How long a call waits for the operator. */
  public static final Duration LIFETIME = Duration.ofHours(24);

  /** The longest note of the operator, in characters. */
  public static final int MAX_NOTE = 1000;

  private static final String LOST =
      "the daemon ended while this call ran. It may or may not have happened. It was not repeated.";

  /** The time that a stopped call has to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String NO_ROOM =
      "the disk of the daemon's home was full when this call had run, so its result is lost.";

  /** The wait before a change is tried again that the database refused. */
  private static final Duration RETRY = Duration.ofSeconds(10);

  private static final int PAGE = 100;

  private final Ledger ledger;
  private final Settlement settlement;
  private final AgentDirectory directory;
  private volatile Calls.Allowed calls;

  Approvals(Ledger ledger, Settlement settlement, AgentDirectory directory) {
    this.ledger = ledger;
    this.settlement = settlement;
    this.directory = directory;
    this.calls = Calls.Allowed.of(ledger, directory);
  }

  /**
   * Goes on with what an earlier daemon left: runs the calls that were allowed and did not start,
   * and reports those that may have run. Call once, when tools can run.
   */
  public void boot(GatedTools gated) {
    calls = calls.with(gated);
    List<Approval> page = page(Optional.empty(), 0, PAGE);
    while (!page.isEmpty()) {
      page.forEach(this::boot);
      page = page(Optional.empty(), page.getLast().key(), PAGE);
    }
  }

  private void boot(Approval approval) {
    switch (approval.state()) {
      case PENDING -> expireLater(approval.key(), approval.times().expires());
      case ALLOWED -> start(approval);
      case RUNNING -> {
        if (calls.isRepeatable(approval)) {
          start(approval);
        } else {
          finish(approval, EventBody.ToolResult.failed(approval.call(), LOST));
        }
      }
      case FINISHED, DENIED, EXPIRED ->
          throw new IllegalStateException("an open approval is " + approval.state());
    }
  }

  /**
   * Stores calls that need permission, within the transaction that stores the calls.
   *
   * @param outcome how far the outcome of the session is met, if a call needs it
   */
  void request(
      Tx tx, ActivationRow turn, Step step, List<ToolCall> calls, Optional<String> outcome) {
    Instant now = ledger.time().now();
    Instant expires = now.plus(LIFETIME);
    for (ToolCall call : calls) {
      Approval.Times times = new Approval.Times(now, expires);
      long key = ApprovalRows.add(tx, turn, step.number(), call, times);
      Map<String, Object> body =
          new TreeMap<>(
              Map.of("approval", Long.toString(key), "call", call.id(), "name", call.name()));
      body.put("step", step.number());
      body.put("expiresAt", expires);
      if (WritebackTools.ASKING.contains(call.name())) {
        outcome.ifPresent(it -> body.put("outcome", it));
      }
      ledger.append(tx, turn, EventType.APPROVAL_REQUESTED, Bodies.of(body));
      tx.afterCommit(() -> expireLater(key, expires));
    }
  }

  /** Starts calls that need no permission, with the transaction that stores them. */
  void begin(Tx tx, ActivationRow turn, Step step, List<ToolCall> free) {
    Instant now = ledger.time().now();
    Approval.Times times = new Approval.Times(now, now.plus(LIFETIME));
    for (ToolCall call : free) {
      Approval allowed = ApprovalRows.allowed(tx, turn, step.number(), call, times);
      tx.afterCommit(() -> start(allowed));
    }
  }

  /** Returns a page of the calls that wait for the operator or run now, oldest first. */
  public Page<Approval> open(Page.Place place) {
    return ledger.database().read(rows -> ApprovalRows.open(rows, place));
  }

  private List<Approval> page(Optional<UUID> agent, long after, int limit) {
    return open(new Page.Place(agent, after, limit)).entries();
  }

  /**
   * Decides about a call. Repeating a decision changes nothing. A call that could not run stays
   * undecided when it is allowed.
   *
   * @param approval the key of the approval, which belongs to one call only
   * @param allow whether the call runs
   * @param note what the model learns if it does not run, without the secrets in it; empty for
   *     nothing
   * @throws SessionException with {@code NOT_FOUND}, {@code NO_APPROVAL}, {@code DECIDED} or {@code
   *     INVALID}
   * @throws dev.otters.api.ApiException when an allowed call could not run
   */
  public void decide(UUID agent, SessionId session, long approval, boolean allow, String note) {
    if (note.length() > MAX_NOTE) {
      throw SessionException.invalid("a note must have at most " + MAX_NOTE + " characters");
    }
    Approval asked = ledger.database().read(rows -> find(rows, agent, session, approval));
    if (allow && asked.state() == ApprovalState.PENDING) {
      calls.require(asked);
    }
    String shown = directory.redactor(agent).apply(note);
    ledger.database().update(tx -> decide(tx, find(tx, agent, session, approval), allow, shown));
  }

  /**
   * Returns the tool of a call.
   *
   * @throws SessionException with {@code NOT_FOUND} or {@code NO_APPROVAL}
   */
  public String tool(UUID agent, SessionId session, long approval) {
    return ledger.database().read(rows -> find(rows, agent, session, approval)).call().name();
  }

  private Approval find(Rows rows, UUID agent, SessionId session, long approval) {
    long key = ledger.key(rows, agent, session);
    return ApprovalRows.find(rows, approval)
        .filter(it -> it.place().session() == key)
        .orElseThrow(() -> SessionException.noApproval(session, approval));
  }

  private void decide(Tx tx, Approval approval, boolean allow, String note) {
    if (approval.state() == ApprovalState.PENDING) {
      if (isDue(approval)) {
        throw SessionException.decided(approval.key(), ApprovalState.EXPIRED.wireName());
      }
      if (allow) {
        allow(tx, approval, note);
      } else {
        deny(tx, approval, note);
      }
    } else if (allow != isAllowed(approval.state())) {
      throw SessionException.decided(approval.key(), approval.state().wireName());
    }
  }

  private static boolean isAllowed(ApprovalState state) {
    return switch (state) {
      case ALLOWED, RUNNING, FINISHED -> true;
      case PENDING, DENIED, EXPIRED -> false;
    };
  }

  private void allow(Tx tx, Approval approval, String note) {
    boolean unused = ApprovalRows.move(tx, approval, ApprovalState.ALLOWED);
    ledger.append(tx, turn(tx, approval), EventType.APPROVAL_GRANTED, body(approval, "note", note));
    tx.afterCommit(() -> start(approval.in(ApprovalState.ALLOWED)));
  }

  private void deny(Tx tx, Approval approval, String note) {
    String why = note.isBlank() ? "" : ": " + note;
    close(
        tx,
        approval,
        ApprovalState.DENIED,
        EventType.APPROVAL_DENIED,
        body(approval, "note", note),
        "the operator denied this call" + why + ". It did not run.");
  }

  private void close(
      Tx tx, Approval approval, ApprovalState state, EventType type, String body, String result) {
    boolean unused = ApprovalRows.move(tx, approval, state);
    ActivationRow turn = turn(tx, approval);
    ledger.append(tx, turn, type, body);
    answer(tx, turn, approval, EventBody.ToolResult.failed(approval.call(), result));
  }

  private static String body(Approval approval, String name, String text) {
    Map<String, String> body = new TreeMap<>(Map.of("call", approval.call().id()));
    if (!text.isBlank()) {
      body.put(name, text);
    }
    return Bodies.of(body);
  }

  private ActivationRow turn(Rows rows, Approval approval) {
    Approval.Place place = approval.place();
    return ledger.activations().find(rows, place.agent(), place.activation()).orElseThrow();
  }

  private void answer(Tx tx, ActivationRow turn, Approval approval, EventBody.ToolResult result) {
    Step step = new Step(turn.agent(), turn.id(), approval.fence(), approval.step());
    String body = Bodies.of(result);
    settlement.answer(tx, turn, step, result.call(), EventType.TOOL_RESULT, body);
  }

  private void start(Approval approval) {
    ledger
        .gatedCalls()
        .start(approval.key(), approval.place().users(), () -> runOrReport(approval));
  }

  /**
   * Runs a call that is allowed, or that ran when the daemon ended and can be repeated.
   *
   * @return what follows
   */
  private Runnable runOrReport(Approval approval) {
    try {
      Semaphore places = calls.places(approval);
      places.acquire();
      try {
        CrashPoint.at("call-allowed");
        run(approval);
      } finally {
        places.release();
      }
    } catch (InterruptedException _) {
      LOG.atInfo().addKeyValue("call", approval.call().id()).log("A gated tool was stopped");
    } catch (StoreException e) {
      return () -> again(e, () -> start(approval));
    }
    return () -> {};
  }

  private void run(Approval approval) throws InterruptedException {
    boolean mine =
        approval.state() == ApprovalState.RUNNING
            || ledger
                .database()
                .write(tx -> ApprovalRows.move(tx, approval, ApprovalState.RUNNING));
    if (mine) {
      EventBody.ToolResult result = result(approval);
      CrashPoint.at("allowed-call-ended");
      finish(approval.in(ApprovalState.RUNNING), result);
      CrashPoint.at("allowed-call-stored");
    }
  }

  /** Repeats a change that the database refused, for as long as it refuses it. */
  private void again(StoreException refused, Runnable change) {
    if (refused.reason() != StoreException.Reason.CLOSED) {
      LOG.atWarn().setCause(refused).log("A change of an approval is tried again");
      Time.Timer unused = ledger.time().after(RETRY, change);
    }
  }

  private EventBody.ToolResult result(Approval approval) throws InterruptedException {
    try {
      return calls.run(approval);
    } catch (RuntimeException e) {
      LOG.atWarn().setCause(e).log("A gated tool failed");
      return EventBody.ToolResult.failed(
          approval.call(), "the tool could not be run: " + e.getMessage());
    }
  }

  private void finish(Approval approval, EventBody.ToolResult result) {
    try {
      ledger.database().update(tx -> finish(tx, approval, result));
    } catch (StoreException e) {
      EventBody.ToolResult next =
          e.full() ? EventBody.ToolResult.failed(approval.call(), NO_ROOM) : result;
      again(e, () -> finish(approval, next));
    }
  }

  private void finish(Tx tx, Approval approval, EventBody.ToolResult result) {
    boolean there = ApprovalRows.find(tx, approval.key()).isPresent();
    if (there && ApprovalRows.move(tx, approval, ApprovalState.FINISHED)) {
      answer(tx, turn(tx, approval), approval, result);
    }
  }

  private void expireLater(long key, Instant expires) {
    Duration left = Duration.between(ledger.time().now(), expires);
    Duration wait = left.compareTo(LIFETIME) < 0 ? left : LIFETIME;
    Time.Timer unused = ledger.time().after(wait, () -> expire(key));
  }

  private void expire(long key) {
    Optional<Approval> pending =
        ledger
            .database()
            .read(rows -> ApprovalRows.find(rows, key))
            .filter(approval -> approval.state() == ApprovalState.PENDING);
    if (pending.isPresent() && !isDue(pending.get())) {
      expireLater(key, pending.get().times().expires());
    } else if (pending.isPresent()) {
      try {
        ledger.database().update(tx -> expire(tx, key));
      } catch (StoreException e) {
        again(e, () -> expire(key));
      }
    }
  }

  private boolean isDue(Approval approval) {
    return !ledger.time().now().isBefore(approval.times().expires());
  }

  private void expire(Tx tx, long key) {
    ApprovalRows.find(tx, key)
        .filter(approval -> approval.state() == ApprovalState.PENDING)
        .ifPresent(
            approval ->
                close(
                    tx,
                    approval,
                    ApprovalState.EXPIRED,
                    EventType.APPROVAL_EXPIRED,
                    body(approval, "note", ""),
                    "the operator did not allow this call in time. It did not run."));
  }

  /**
   * Gives up the open calls of an agent that is being removed, and waits for the ends of those that
   * run. For the own sandbox of a session, it stops those beside it.
   *
   * @throws IllegalStateException when a call does not end
   */
  public void stopAll(UUID agent) {
    List<Approval> page = page(Optional.of(agent), 0, PAGE);
    while (!page.isEmpty()) {
      List<Approval> open = page;
      ledger
          .database()
          .update(tx -> open.forEach(it -> ApprovalRows.move(tx, it, ApprovalState.DENIED)));
      page = page(Optional.of(agent), page.getLast().key(), PAGE);
    }
    try {
      if (!ledger.gatedCalls().stop(agent, PATIENCE)) {
        throw new IllegalStateException("a gated tool of agent " + agent + " does not end");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("a thread that removes an agent was interrupted", e);
    }
  }
}
