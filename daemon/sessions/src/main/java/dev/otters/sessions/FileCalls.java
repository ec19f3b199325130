package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.approval.ApprovalRows;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.outcome.OutcomeTools;
import dev.otters.sessions.outcome.Outcomes;
import dev.otters.sessions.resource.FileTools;
import dev.otters.sessions.running.Step;
import java.util.UUID;
import java.util.function.Consumer;

/** The calls for durable files that the operator allowed. Each can be repeated: it writes once. */
record FileCalls(Ledger ledger, AgentDirectory directory) {
  /** Returns the outcomes of sessions. */
  static Outcomes outcomes(Ledger ledger, AgentDirectory directory) {
    return new Outcomes(
        ledger.database(),
        ledger.time(),
        ledger.sessions(),
        ledger.log(),
        directory,
        ledger.catalog()::update);
  }

  /** Returns whether a call is one of these, and not one of a tool with the same name. */
  boolean isOne(Approval approval) {
    return directory
        .turn(approval.place().agent())
        .filter(turn -> FileTools.isCalled(approval.call().name(), turn.tools()))
        .isPresent();
  }

  /** Runs a call. */
  EventBody.ToolResult run(Approval approval) {
    Approval.Place place = approval.place();
    SessionId session = ledger.database().read(rows -> ledger.sessions().id(rows, place.session()));
    return run(
        place.agent(),
        session,
        "approval " + approval.key(),
        approval.call(),
        tx -> requireRunning(tx, approval.key()));
  }

  /** Checks that an allowed call was not stopped, such as with its turn. */
  private static void requireRunning(Rows rows, long approval) {
    if (ApprovalRows.find(rows, approval)
        .filter(it -> it.state() == ApprovalState.RUNNING)
        .isEmpty()) {
      throw stopped();
    }
  }

  /**
   * Checks that a step may still write.
   *
   * @throws dev.otters.sessions.log.SessionException with {@code STALE_FENCE} if its turn goes on
   *     elsewhere
   * @throws WritebackException if the user stopped it
   */
  void requireHeld(Rows rows, Step step) {
    if (ledger.holder(rows, step.agent(), step.activation(), step.fence()).interrupted()) {
      throw stopped();
    }
  }

  private static WritebackException stopped() {
    return WritebackException.conflict("the turn was stopped meanwhile. Nothing was written.");
  }

  /**
   * Runs a call.
   *
   * @param id a name of the call that no other call has
   * @param holds checks in the transaction of a write that the call still counts
   */
  EventBody.ToolResult run(
      UUID agent, SessionId session, String id, ToolCall call, Consumer<Tx> holds) {
    Outcomes outcomes = outcomes(ledger, directory);
    return OutcomeTools.has(call.name())
        ? new OutcomeTools(outcomes).run(agent, session, call)
        : directory.runFileTool(
            agent, session, id, call, OutcomeTools.gate(outcomes, agent, session, call).and(holds));
  }
}
