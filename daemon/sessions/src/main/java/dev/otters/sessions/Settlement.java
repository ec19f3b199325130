package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.api.session.FailureKind;
import dev.otters.api.session.TurnOutcome;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.approval.ApprovalRows;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.conversation.Scratchpads;
import dev.otters.sessions.custom.CustomCall;
import dev.otters.sessions.custom.CustomCallRows;
import dev.otters.sessions.custom.CustomCallState;
import dev.otters.sessions.log.ActivationMove;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog.Draft;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.running.Step;
import dev.otters.sessions.wake.WakePriority;
import dev.otters.sessions.wake.WakeRows;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Ends attempts of turns, each within a given transaction. */
record Settlement(Ledger ledger, Backoff backoff, AgentDirectory directory) {
  static final int MAX_UNKNOWN = 5;

  private static final String GIVEN_UP =
      "the turn was stopped before the client sent the result of this call.";

  /** Ends the attempt with an outcome. */
  void acknowledge(Tx tx, ActivationRow turn, Outcome outcome) {
    boolean stopped = turn.interrupted() && outcome instanceof Outcome.Failed;
    switch (stopped ? new Outcome.Interrupted("") : outcome) {
      case Outcome.Answered(String text) -> {
        say(tx, turn, Bodies.of(Map.of("text", text)));
        Scratchpads.write(tx, turn, ledger.time().now(), text, directory.redactor(turn.agent()));
        close(tx, turn, ActivationMove.ACK, TurnOutcome.ANSWERED);
      }
      case Outcome.Interrupted(String text) -> interrupted(tx, turn, text);
      case Outcome.Failed(ErrorKind kind, String message) -> failed(tx, turn, kind, message);
    }
    ledger.activations().acked(tx, turn, stopped ? Outcome.Kind.INTERRUPTED : outcome.kind());
  }

  /** Ends the attempt of a dead runtime. */
  void died(Tx tx, ActivationRow turn, RuntimeExit death) {
    if (turn.interrupted()) {
      interrupted(tx, turn, "");
    } else if (death == RuntimeExit.STOPPED) {
      requeue(tx, turn, "the agent was stopped");
    } else {
      String message =
          death == RuntimeExit.CRASHED
              ? "the agent's runtime ended during the turn"
              : "the agent's runtime stopped responding during the turn and was restarted";
      failed(tx, turn, ErrorKind.UNKNOWN, message);
    }
  }

  /**
   * Ends the attempt of a runtime that came back without its turn. It counts as a failed one: else
   * a runtime that forgets its turns would get them again and again.
   */
  void lost(Tx tx, ActivationRow turn) {
    if (turn.interrupted()) {
      interrupted(tx, turn, "");
    } else {
      failed(tx, turn, ErrorKind.UNKNOWN, "the agent's runtime no longer held the turn");
    }
  }

  /**
   * Gives up the turn of a session that ends. The text of an answer that still arrives is not kept,
   * and whatever the runtime reports is stale.
   */
  void terminate(Tx tx, ActivationRow turn) {
    giveUpCalls(tx, turn);
    boolean unfinished = turn.fence() > 0 && turn.state() != ActivationState.BLOCKED;
    if (unfinished) {
      finished(tx, turn, TurnOutcome.INTERRUPTED);
      ledger.sessions().countTurn(tx, turn.session(), Spent.total(tx, turn));
    }
    ledger.activations().move(tx, turn, ActivationMove.ABANDON, "the session ended");
    ledger.released(tx, turn);
    tx.afterCommit(
        () -> {
          ledger.schedule().forget(turn.id());
          ledger.spools().discard(turn.id());
          ledger.listener().interrupted(turn.sandbox(), turn.id());
        });
  }

  /** Stops a turn for the user, unless it has not begun. */
  void interrupt(Tx tx, ActivationRow turn) {
    boolean waitsAgain =
        turn.state() == ActivationState.PAUSED
            || (turn.state() == ActivationState.READY && turn.fence() > 0);
    if (!turn.held() && !waitsAgain) {
      return;
    }
    if (!turn.interrupted()) {
      ledger.append(tx, turn, EventType.USER_INTERRUPT, "{}");
    }
    if (waitsAgain) {
      interrupted(tx, turn, "");
    } else {
      giveUpCalls(tx, turn);
      ledger.activations().interrupted(tx, turn, true);
      tx.afterCommit(() -> ledger.listener().interrupted(turn.sandbox(), turn.id()));
    }
  }

  /** Makes the turn available again without counting a failed attempt. */
  void requeue(Tx tx, ActivationRow turn, String reason) {
    if (turn.interrupted()) {
      interrupted(tx, turn, "");
      return;
    }
    again(tx, turn, reason, Duration.ZERO);
  }

  /** Ends the attempt; the next one follows after a wait, and once no call waits. */
  private void again(Tx tx, ActivationRow turn, String reason, Duration wait) {
    if (CallGate.anyOpen(tx, turn)) {
      pause(tx, turn, reason);
      return;
    }
    ActivationRow next = ledger.activations().move(tx, turn, ActivationMove.REQUEUE, reason);
    ledger.sessions().move(tx, turn, SessionStatus.RESCHEDULING, reason);
    ledger.released(tx, turn);
    tx.afterCommit(() -> ledger.schedule().ready(next.sandbox(), turn.id(), wait));
  }

  /** Ends the attempt until its calls have their results. */
  void pause(Tx tx, ActivationRow turn, String reason) {
    ledger.activations().move(tx, turn, ActivationMove.PAUSE, reason);
    ledger.sessions().move(tx, turn, SessionStatus.REQUIRES_ACTION, reason);
    ledger.released(tx, turn);
  }

  /**
   * Stores the result of a call that waited. A paused turn goes on if it was the last one.
   *
   * @param step the step that made the call
   */
  void answer(Tx tx, ActivationRow turn, Step step, String call, EventType type, String body) {
    result(tx, turn, step, call, type, body);
    if (turn.state() == ActivationState.PAUSED && !CallGate.anyOpen(tx, turn)) {
      String reason = "every call has its result";
      ActivationRow next = ledger.activations().move(tx, turn, ActivationMove.RESUME, reason);
      ledger.sessions().move(tx, turn, SessionStatus.RESCHEDULING, reason);
      tx.afterCommit(() -> ledger.schedule().ready(next.sandbox(), turn.id(), Duration.ZERO));
    }
  }

  /** Makes a turn that failed for good available again. */
  void rearm(Tx tx, ActivationRow turn, String reason) {
    ActivationRow next = ledger.activations().move(tx, turn, ActivationMove.REARM, reason);
    ledger.activations().attempts(tx, turn, 0, 0, Optional.empty());
    ledger.sessions().move(tx, turn, SessionStatus.RESCHEDULING, reason);
    tx.afterCommit(() -> ledger.schedule().ready(next.sandbox(), turn.id(), Duration.ZERO));
  }

  /** Gives a session whose grants have changed a sandbox of its own, in which its turn goes on. */
  void separate(Tx tx, long session) {
    Optional<UUID> own = OwnSandboxes.separate(tx, session);
    own.flatMap(_ -> ledger.activations().open(tx, session))
        .filter(turn -> turn.state() == ActivationState.READY)
        .ifPresent(
            turn ->
                tx.afterCommit(
                    () -> ledger.schedule().ready(turn.sandbox(), turn.id(), Duration.ZERO)));
  }

  private void interrupted(Tx tx, ActivationRow turn, String text) {
    giveUpCalls(tx, turn);
    if (!text.isEmpty()) {
      say(tx, turn, Bodies.of(Map.of("text", text, "interrupted", true)));
    }
    close(tx, turn, ActivationMove.ABANDON, TurnOutcome.INTERRUPTED);
  }

  private void result(
      Tx tx, ActivationRow turn, Step step, String call, EventType type, String body) {
    Optional<String> id = Optional.of(step.eventId("result." + call));
    ledger.log().append(tx, turn.session(), new Draft(id, type, Optional.of(turn), body));
  }

  /**
   * Denies the calls that wait for the operator, stops those that run, and answers the client's.
   */
  void giveUpCalls(Tx tx, ActivationRow turn) {
    for (CustomCall call : CustomCallRows.open(tx, turn)) {
      CustomCallRows.move(tx, call, CustomCallState.GIVEN_UP);
      Step step = new Step(turn.agent(), turn.id(), call.fence(), call.step());
      String body = Bodies.of(EventBody.ToolResult.failed(call.call(), GIVEN_UP));
      result(tx, turn, step, call.call().id(), EventType.TOOL_RESULT, body);
    }
    for (Approval approval : ApprovalRows.of(tx, turn.id(), turn.fence())) {
      if (!approval.state().next().isEmpty()) {
        boolean unused = ApprovalRows.move(tx, approval, ApprovalState.DENIED);
        Map<String, String> body =
            Map.of("call", approval.call().id(), "note", "the turn was stopped");
        ledger.append(tx, turn, EventType.APPROVAL_DENIED, Bodies.of(body));
        tx.afterCommit(() -> ledger.gatedCalls().stop(approval.key()));
      }
    }
  }

  private void failed(Tx tx, ActivationRow turn, ErrorKind kind, String message) {
    int attempts = turn.attempts() + 1;
    int unknowns = turn.unknowns() + (kind == ErrorKind.UNKNOWN ? 1 : 0);
    boolean dead = unknowns >= MAX_UNKNOWN;
    ledger.activations().failed(tx, turn, message);
    if (kind == ErrorKind.PERMANENT || dead) {
      giveUpCalls(tx, turn);
      ledger.activations().attempts(tx, turn, attempts, unknowns, Optional.empty());
      error(tx, turn, kind, message, attempts, Optional.empty());
      ledger.activations().stoppedBy(tx, turn, ledger.attempts().refused(turn.id()));
      finished(tx, turn, TurnOutcome.FAILED);
      ledger.activations().move(tx, turn, ActivationMove.BLOCK, message);
      SessionStatus status =
          kind == ErrorKind.PERMANENT ? SessionStatus.BLOCKED_ERROR : SessionStatus.DEAD;
      ledger.sessions().move(tx, turn, status, message);
      ledger.released(tx, turn);
      return;
    }
    Duration wait = backoff.after(attempts, ledger.attempts().retryAfter(turn.id()));
    ledger
        .activations()
        .attempts(tx, turn, attempts, unknowns, Optional.of(ledger.time().now().plus(wait)));
    error(tx, turn, kind, message, attempts, Optional.of(wait));
    again(tx, turn, message, wait);
  }

  private void close(Tx tx, ActivationRow turn, ActivationMove move, TurnOutcome outcome) {
    ledger.log().processed(tx, turn);
    finished(tx, turn, outcome);
    ledger.activations().move(tx, turn, move, outcome.toString());
    ledger.sessions().countTurn(tx, turn.session(), Spent.total(tx, turn));
    boolean more = ledger.log().hasPending(tx, turn.session());
    if (more) {
      UUID sandbox =
          ledger.activations().create(tx, turn.session(), turn.agent(), WakePriority.MESSAGE);
      ledger.wake(tx, sandbox);
    } else if (WakeRows.anyDue(tx, turn.session(), ledger.time().now())) {
      tx.afterCommit(ledger.due());
    }
    SessionStatus status = more ? SessionStatus.RESCHEDULING : SessionStatus.IDLE;
    ledger.sessions().move(tx, turn, status, outcome.toString());
    ledger.released(tx, turn);
    tx.afterCommit(() -> ledger.schedule().forget(turn.id()));
  }

  private void say(Tx tx, ActivationRow turn, String body) {
    ledger.append(tx, turn, EventType.AGENT_MESSAGE, body);
  }

  private void finished(Tx tx, ActivationRow turn, TurnOutcome outcome) {
    Usage usage = Spent.total(tx, turn);
    Map<String, Object> tokens = new TreeMap<>();
    tokens.put("inputTokens", usage.inputTokens());
    tokens.put("outputTokens", usage.outputTokens());
    if (usage.estimated()) {
      tokens.put("estimated", true);
    }
    ledger.append(
        tx,
        turn,
        EventType.TURN_FINISHED,
        Bodies.of(Map.of("outcome", outcome.toString(), "usage", tokens)));
    tx.afterCommit(
        () -> {
          ledger.finished().merge(outcome, 1L, Long::sum);
          ledger.traces().finished(turn.id(), outcome);
        });
  }

  private void error(
      Tx tx,
      ActivationRow turn,
      ErrorKind kind,
      String message,
      int attempt,
      Optional<Duration> wait) {
    Map<String, Object> body = new HashMap<>();
    body.put("kind", kind(kind).toString());
    body.put("message", message);
    body.put("attempt", attempt);
    wait.ifPresent(delay -> body.put("retryInMillis", delay.toMillis()));
    ledger.append(tx, turn, EventType.ERROR, Bodies.of(body));
  }

  private static FailureKind kind(ErrorKind kind) {
    return switch (kind) {
      case TRANSIENT -> FailureKind.TRANSIENT;
      case PERMANENT -> FailureKind.PERMANENT;
      case UNKNOWN -> FailureKind.UNKNOWN;
    };
  }
}
