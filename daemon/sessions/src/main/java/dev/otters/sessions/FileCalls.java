package dev.otters.sessions;

import dev.otters.protocol.EventBody;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.resource.FileTools;

/** The calls for durable files that the operator allowed. Each can be repeated: it writes once. */
record FileCalls(Ledger ledger, AgentDirectory directory) {
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
    return directory.runFileTool(
        place.agent(), session, "approval " + approval.key(), approval.call());
  }
}
