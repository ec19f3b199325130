package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.Step;
import dev.otters.sessions.approval.ApprovalRows;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.conversation.OpenConversations;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.log.ActivationRow;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Separates the calls of gated tools from those that run in the agent's sandbox. */
record CallGate(Ledger ledger, OpenConversations conversations) {
  /**
   * The calls of one completion.
   *
   * @param open the calls that the runtime runs
   * @param closed the calls that the operator must allow
   */
  record Sorted(List<ToolCall> open, List<ToolCall> closed) {}

  /** Sorts the calls of a step by the settings of its attempt. */
  Sorted sort(Step step, List<ToolCall> calls) {
    Gate gate =
        gate(
            ledger
                .database()
                .read(
                    rows ->
                        conversations.context(
                            rows,
                            ledger.holder(rows, step.agent(), step.activation(), step.fence()))));
    Map<Boolean, List<ToolCall>> sorted =
        calls.stream().collect(Collectors.partitioningBy(call -> gate.has(call.name())));
    return new Sorted(sorted.getOrDefault(false, List.of()), sorted.getOrDefault(true, List.of()));
  }

  /** Returns the ids of the calls of a step that do not run in the agent's sandbox. */
  static Set<String> closed(Rows rows, ActivationRow turn, int step, TurnContext context) {
    return gate(context).tools().isEmpty()
        ? Set.of()
        : ApprovalRows.of(rows, turn, step).stream()
            .map(approval -> approval.call().id())
            .collect(Collectors.toSet());
  }

  private static Gate gate(TurnContext context) {
    return Gate.of(context.settings().options());
  }
}
