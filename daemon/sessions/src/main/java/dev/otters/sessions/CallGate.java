package dev.otters.sessions;

import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.GrantedResources;
import dev.otters.resources.Resources;
import dev.otters.sessions.approval.ApprovalRows;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.LastStep;
import dev.otters.sessions.conversation.OpenConversations;
import dev.otters.sessions.custom.CustomCallRows;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.outcome.OutcomeTools;
import dev.otters.sessions.outcome.Outcomes;
import dev.otters.sessions.resource.FileTools;
import dev.otters.sessions.resource.LearningTools;
import dev.otters.sessions.resource.TurnResources;
import dev.otters.sessions.running.Step;
import dev.otters.sessions.wake.WakeTool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Separates the calls that run in the agent's sandbox from those of gated tools, of the client's
 * tools and of own tools.
 */
record CallGate(
    Ledger ledger,
    OpenConversations conversations,
    TurnService turns,
    Approvals approvals,
    CustomCalls customs,
    Wakes wakes,
    AgentDirectory directory) {
  /**
   * The calls of one completion.
   *
   * @param loaded what the attempt reads
   * @param all all calls, in the order of the model
   * @param open the calls that the runtime runs
   * @param closed the calls that the operator must allow
   * @param remote the calls for servers, which need no permission
   * @param outcome what the operator learns of the session's outcome; empty without one
   * @param own the calls that the daemon answers at once, and those that the outcome refuses
   * @param read the answers of those own calls that only read, by their ids
   * @param files the results of own calls for durable files, by their ids
   */
  record Sorted(
      Contexts.Loaded loaded,
      List<CustomCalls.Checked> all,
      List<ToolCall> open,
      List<ToolCall> closed,
      List<ToolCall> remote,
      Optional<String> outcome,
      List<ToolCall> own,
      Map<String, Resources.Said> read,
      Map<String, EventBody.ToolResult> files) {}

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
    List<CustomCalls.Checked> all =
        calls.stream().map(call -> CustomCalls.Checked.of(call, loaded.clientTools())).toList();
    List<ToolCall> own = calls.stream().filter(call -> isOwn(call, loaded)).toList();
    List<ToolCall> others =
        calls.stream().filter(call -> !isOwn(call, loaded) && !isClients(call, loaded)).toList();
    Optional<OutcomeEvaluation> outcome = outcome(step, loaded, calls);
    List<ToolCall> refused =
        outcome.filter(it -> !Outcomes.allows(it)).isEmpty()
            ? List.of()
            : calls.stream().filter(call -> needsOutcome(call, loaded)).toList();
    List<ToolCall> answered = new ArrayList<>(own);
    refused.stream().filter(call -> !own.contains(call)).forEach(answered::add);
    List<ToolCall> run = own.stream().filter(call -> !refused.contains(call)).toList();
    Map<String, EventBody.ToolResult> files = files(step, loaded, run);
    refused.forEach(
        call -> files.put(call.id(), OutcomeTools.refused(call, outcome.orElseThrow())));
    List<ToolCall> free =
        others.stream().filter(call -> !TurnResources.isGated(gate, call.name(), loaded)).toList();
    return new Sorted(
        loaded,
        all,
        free.stream().filter(call -> !ServerCalls.isOne(call, loaded)).toList(),
        others.stream().filter(call -> !free.contains(call) && !refused.contains(call)).toList(),
        free.stream().filter(call -> ServerCalls.isOne(call, loaded)).toList(),
        outcome.filter(it -> !it.status().equals(Outcomes.NONE)).map(Outcomes::summary),
        answered,
        read(step, loaded, own),
        files);
  }

  private static boolean needsOutcome(ToolCall call, Contexts.Loaded loaded) {
    return FileTools.needsOutcome(call.name(), loaded.tools());
  }

  /** Evaluates the outcome if a call needs it, before the operator is asked. */
  private Optional<OutcomeEvaluation> outcome(
      Step step, Contexts.Loaded loaded, List<ToolCall> calls) {
    if (calls.stream().noneMatch(call -> needsOutcome(call, loaded))) {
      return Optional.empty();
    }
    SessionId session = ledger.database().read(rows -> session(rows, step));
    return Optional.of(FileCalls.outcomes(ledger, directory).evaluate(step.agent(), session));
  }

  /** Runs calls for durable files, which may be run again, before the transaction of their step. */
  private Map<String, EventBody.ToolResult> files(
      Step step, Contexts.Loaded loaded, List<ToolCall> own) {
    Map<String, EventBody.ToolResult> results = new HashMap<>();
    for (ToolCall call : own) {
      if (FileTools.isCalled(call.name(), loaded.tools())) {
        SessionId session = ledger.database().read(rows -> session(rows, step));
        String id = step.eventId(call.id());
        FileCalls all = new FileCalls(ledger, directory);
        EventBody.ToolResult result =
            all.run(step.agent(), session, id, call, tx -> all.requireHeld(tx, step));
        results.put(call.id(), result);
      }
    }
    return results;
  }

  private SessionId session(Rows rows, Step step) {
    ActivationRow turn = ledger.holder(rows, step.agent(), step.activation(), step.fence());
    return ledger.sessions().id(rows, turn.session());
  }

  /** Answers calls that only read, before the transaction of their step: no other one waits. */
  private Map<String, Resources.Said> read(Step step, Contexts.Loaded loaded, List<ToolCall> own) {
    List<ToolCall> asked =
        own.stream()
            .filter(call -> !WakeTool.isCalled(call.name(), loaded.tools()))
            .filter(call -> !FileTools.isCalled(call.name(), loaded.tools()))
            .filter(call -> !LearningTools.isCalled(call.name(), loaded.tools()))
            .toList();
    if (asked.isEmpty()) {
      return Map.of();
    }
    GrantedResources granted = loaded.context().resources().orElseThrow();
    return ledger
        .database()
        .readLong(
            rows ->
                ledger
                    .resources(
                        rows,
                        ledger.holder(rows, step.agent(), step.activation(), step.fence()),
                        directory)
                    .read(rows, asked, granted));
  }

  /** Stores the calls of a step, and what becomes of those that the runtime does not run. */
  void store(Tx tx, ActivationRow turn, Step step, Sorted sorted) {
    for (CustomCalls.Checked call : sorted.all()) {
      if (call.isClients()) {
        customs.request(tx, turn, step, call);
      } else {
        EventBody use = EventBody.ToolUse.of(call.call(), step.number());
        turns.append(tx, turn, List.of(step.event("call." + call.call().id(), use)));
      }
    }
    approvals.request(tx, turn, step, sorted.closed(), sorted.outcome());
    approvals.begin(tx, turn, step, sorted.remote());
    for (ToolCall call : sorted.own()) {
      String name = "result." + call.id();
      if (ledger.log().body(tx, turn.session(), step.eventId(name)).isEmpty()) {
        turns.append(tx, turn, List.of(step.event(name, answer(tx, turn, call, sorted))));
      }
    }
  }

  private EventBody.ToolResult answer(Tx tx, ActivationRow turn, ToolCall call, Sorted sorted) {
    Contexts.Loaded loaded = sorted.loaded();
    EventBody.ToolResult ofFiles = sorted.files().get(call.id());
    if (ofFiles != null) {
      return ofFiles;
    }
    if (LearningTools.isCalled(call.name(), loaded.tools())) {
      boolean granted = ledger.sessions().granted(tx, turn.session());
      return LearningTools.answer(tx, ledger.resources(tx, turn, directory), granted, call);
    }
    return WakeTool.isCalled(call.name(), loaded.tools())
        ? wakes.answer(tx, turn, call)
        : ledger
            .resources(tx, turn, directory)
            .answer(tx, call, loaded.context().resources().orElseThrow(), sorted.read());
  }

  /** Called when the calls of a step are stored. */
  void stored(Step step, Sorted sorted) {
    if (LearningTools.mayRecord(sorted.own(), sorted.loaded())) {
      directory.learned(step.agent());
    }
  }

  /**
   * Pauses an attempt whose calls wait.
   *
   * @return false if all of them have their results meanwhile, or the user stopped the turn
   */
  boolean pause(Step step) {
    boolean paused =
        ledger
            .database()
            .write(
                tx -> {
                  ActivationRow turn =
                      ledger.holder(tx, step.agent(), step.activation(), step.fence());
                  boolean open = !turn.interrupted() && anyOpen(tx, turn);
                  if (open) {
                    turns.pause(tx, turn, reason(tx, turn));
                  }
                  return open;
                });
    if (paused) {
      ledger.catalog().update(step.agent(), step.activation());
    }
    return paused;
  }

  private static String reason(Rows rows, ActivationRow turn) {
    if (!ApprovalRows.anyOpen(rows, turn)) {
      return "a call waits for its client";
    }
    return ApprovalRows.of(rows, turn.id(), turn.fence()).stream()
            .anyMatch(approval -> approval.state() == ApprovalState.PENDING)
        ? "a call waits for approval"
        : "a call runs";
  }

  /** Returns whether calls of a turn wait for the operator, for the client or for their results. */
  static boolean anyOpen(Rows rows, ActivationRow turn) {
    return ApprovalRows.anyOpen(rows, turn) || !CustomCallRows.open(rows, turn).isEmpty();
  }

  /** Returns whether a call of a step does not run in the agent's sandbox. */
  static boolean isClosed(Rows rows, ActivationRow turn, int step, String call) {
    return CustomCallRows.has(rows, turn, step, call)
        || ApprovalRows.of(rows, turn, step).stream()
            .anyMatch(approval -> approval.call().id().equals(call));
  }

  /** Returns the ids of the calls of a step that do not run in the agent's sandbox. */
  static Set<String> closed(Rows rows, ActivationRow turn, LastStep step, Contexts.Loaded loaded) {
    Set<String> ids = new HashSet<>();
    step.calls().stream()
        .filter(
            call ->
                isOwn(call, loaded)
                    || isClients(call, loaded)
                    || needsOutcome(call, loaded)
                    || ServerCalls.isOne(call, loaded))
        .map(ToolCall::id)
        .forEach(ids::add);
    if (!gate(loaded).tools().isEmpty()) {
      ApprovalRows.of(rows, turn, step.number()).forEach(approval -> ids.add(approval.call().id()));
    }
    return ids;
  }

  private static boolean isOwn(ToolCall call, Contexts.Loaded loaded) {
    return WakeTool.isCalled(call.name(), loaded.tools())
        || LearningTools.isCalled(call.name(), loaded.tools())
        || (FileTools.isCalled(call.name(), loaded.tools()) && !gate(loaded).has(call.name()))
        || (TurnResources.isCalled(Resources.SHIPPED, call.name(), loaded)
            && !ServerCalls.isOne(call, loaded));
  }

  private static boolean isClients(ToolCall call, Contexts.Loaded loaded) {
    return loaded.clientTools().containsKey(call.name());
  }

  private static Gate gate(Contexts.Loaded loaded) {
    return Gate.of(loaded.context().settings().options());
  }
}
