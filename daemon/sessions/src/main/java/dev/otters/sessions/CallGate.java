package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.Step;
import dev.otters.sessions.approval.ApprovalRows;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.LastStep;
import dev.otters.sessions.conversation.OpenConversations;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.wake.WakeTool;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Separates the calls that run in the agent's sandbox from those of gated and of own tools. */
record CallGate(
    Ledger ledger,
    OpenConversations conversations,
    TurnService turns,
    Approvals approvals,
    Wakes wakes) {
  /**
   * The calls of one completion.
   *
   * @param open the calls that the runtime runs
   * @param closed the calls that the operator must allow
   * @param own the calls that the daemon answers at once
   */
  record Sorted(List<ToolCall> open, List<ToolCall> closed, List<ToolCall> own) {}

  /** Sorts the calls of a step by the settings of its attempt. */
  Sorted sort(Step step, List<ToolCall> calls) {
    Contexts.Loaded loaded =
        ledger
            .database()
            .read(
                rows ->
                    conversations.loaded(
                        rows, ledger.holder(rows, step.agent(), step.activation(), step.fence())));
    Gate gate = gate(loaded);
    List<ToolCall> own = calls.stream().filter(call -> isOwn(call, loaded)).toList();
    List<ToolCall> others = calls.stream().filter(call -> !isOwn(call, loaded)).toList();
    return new Sorted(
        others.stream().filter(call -> !gate.has(call.name())).toList(),
        others.stream().filter(call -> gate.has(call.name())).toList(),
        own);
  }

  /** Stores what becomes of the calls that the runtime does not run, after the calls. */
  void store(Tx tx, ActivationRow turn, Step step, Sorted sorted) {
    approvals.request(tx, turn, step, sorted.closed());
    for (ToolCall call : sorted.own()) {
      String name = "result." + call.id();
      if (ledger.log().body(tx, turn.session(), step.eventId(name)).isEmpty()) {
        turns.append(tx, turn, List.of(step.event(name, wakes.answer(tx, turn, call))));
      }
    }
  }

  /** Returns the ids of the calls of a step that do not run in the agent's sandbox. */
  static Set<String> closed(Rows rows, ActivationRow turn, LastStep step, Contexts.Loaded loaded) {
    Set<String> ids = new HashSet<>();
    step.calls().stream().filter(call -> isOwn(call, loaded)).map(ToolCall::id).forEach(ids::add);
    if (!gate(loaded).tools().isEmpty()) {
      ApprovalRows.of(rows, turn, step.number()).forEach(approval -> ids.add(approval.call().id()));
    }
    return ids;
  }

  private static boolean isOwn(ToolCall call, Contexts.Loaded loaded) {
    return WakeTool.isCalled(call.name(), loaded.tools());
  }

  private static Gate gate(Contexts.Loaded loaded) {
    return Gate.of(loaded.context().settings().options());
  }
}
