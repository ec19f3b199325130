package dev.otters.sessions;

import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.outcome.OutcomeTools;
import dev.otters.sessions.outcome.Outcomes;
import dev.otters.sessions.resource.FileTools;
import java.util.UUID;

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
    return run(place.agent(), session, "approval " + approval.key(), approval.call());
  }

  /**
   * Runs a call.
   *
   * @param id a name of the call that no other call has
   */
  EventBody.ToolResult run(UUID agent, SessionId session, String id, ToolCall call) {
    Outcomes outcomes = outcomes(ledger, directory);
    return OutcomeTools.has(call.name())
        ? new OutcomeTools(outcomes).run(agent, session, call)
        : directory.runFileTool(
            agent, session, id, call, OutcomeTools.gate(outcomes, agent, session, call));
  }
}
