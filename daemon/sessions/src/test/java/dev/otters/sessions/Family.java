package dev.otters.sessions;

import static java.util.stream.Collectors.toMap;

import dev.otters.api.session.NewSession;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.ParentSession;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionRows;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.log.Streams;
import dev.otters.sessions.running.Step;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sessions of several agents, of which some are children of others, and their turns. */
final class Family {
  private final SessionKit kit;
  private int made;
  private int turns;

  Family(SessionKit kit) {
    this.kit = kit;
  }

  /** Makes an agent that declares resources with the same provider, the memories. */
  UUID agent(DeclaredResource... resources) {
    UUID agent = UUID.randomUUID();
    kit.directory.ownResources.put(agent, List.of(resources));
    return agent;
  }

  static DeclaredResource reads(String name) {
    return new DeclaredResource(
        name, "memory", ResourceMode.READ, Map.of(), Optional.empty(), "Notes");
  }

  static DeclaredResource writes(String name) {
    return reads(name).with(ResourceMode.READ_WRITE);
  }

  ParentSession root(UUID agent, String... grants) {
    return create(agent, List.of(grants), Optional.empty());
  }

  ParentSession heir(UUID agent, ParentSession parent) {
    return create(agent, null, Optional.of(parent));
  }

  ParentSession child(UUID agent, ParentSession parent, String... grants) {
    return create(agent, List.of(grants), Optional.of(parent));
  }

  private ParentSession create(
      UUID agent, @Nullable List<String> grants, Optional<ParentSession> parent) {
    made++;
    NewSession wanted =
        new NewSession(
            "r" + made, "s" + made, null, Map.of(), null, List.of(), null, null, grants, null);
    SessionId id = kit.sessions.creation().create(agent, wanted, parent, tx -> {});
    return new ParentSession(agent, id);
  }

  SessionView view(ParentSession session) {
    return kit.service().find(session.agent(), session.session()).orElseThrow();
  }

  List<String> grants(ParentSession session) {
    return view(session).grants().texts();
  }

  static ToolCall call(String id, String tool, Map<String, ?> input) {
    return new ToolCall(id, tool, Bodies.of(input));
  }

  /** Returns the call that writes to a path, whose id is the path. */
  static ToolCall write(String resource, String path) {
    return call("w " + path, resource + "_write", Map.of("text", "x " + path, "namespace", path));
  }

  /** Begins a turn of a session. */
  Activation begin(ParentSession session) {
    String mark = "turn-" + ++turns;
    long unused =
        kit.service().appendUserMessage(session.agent(), session.session(), mark, "Go", tx -> {});
    UUID sandbox = sandbox(session);
    kit.directory.ownResources.put(sandbox, kit.directory.resources(session.agent()));
    kit.turns().connect(sandbox, mark, List.of());
    return kit.sessions.leasing().tryLease(sandbox, mark).orElseThrow();
  }

  /** Returns the sandbox of a session: that of its agent, or its own if its grants differ. */
  private UUID sandbox(ParentSession session) {
    return kit.database
        .read(
            rows ->
                new SessionRows(kit.time, new EventLog(kit.time, new Streams()))
                    .key(rows, session.agent(), session.session())
                    .flatMap(key -> OwnSandboxes.of(rows, key)))
        .orElse(session.agent());
  }

  private static Step step(ParentSession session, Activation turn, int number) {
    return new Step(session.agent(), turn.id(), turn.fence(), number);
  }

  private State.Ask ask(ParentSession session, Activation turn, int number) {
    return (State.Ask) kit.sessions.steps().open(step(session, turn, number), Long.MAX_VALUE);
  }

  /** Returns the names of the tools that a turn which begins now is offered, and ends it. */
  List<String> tools(ParentSession session) {
    Activation turn = begin(session);
    List<String> tools =
        ask(session, turn, 1).tools().stream().map(ToolSchema::name).sorted().toList();
    say(session, turn, 1, "done");
    return tools;
  }

  /** Returns the modes of the resources that a turn began with, by their names. */
  Map<String, ResourceMode> modes(ParentSession session, Activation turn) {
    return ask(session, turn, 1).context().resources().orElseThrow().resources().stream()
        .collect(toMap(DeclaredResource::name, DeclaredResource::mode));
  }

  /** Runs a turn that makes calls, and returns their results by the ids of the calls. */
  Map<String, ChatMessage.ToolResult> results(ParentSession session, ToolCall... calls) {
    Activation turn = begin(session);
    Map<String, ChatMessage.ToolResult> results = results(session, turn, calls);
    say(session, turn, 2, "done");
    return results;
  }

  /** Makes the first calls of a turn. */
  Map<String, ChatMessage.ToolResult> results(
      ParentSession session, Activation turn, ToolCall... calls) {
    say(session, turn, 1, "", calls);
    return ask(session, turn, 2).messages().stream()
        .filter(ChatMessage.ToolResult.class::isInstance)
        .map(ChatMessage.ToolResult.class::cast)
        .filter(it -> Arrays.stream(calls).anyMatch(call -> call.id().equals(it.callId())))
        .collect(toMap(ChatMessage.ToolResult::callId, it -> it, (_, last) -> last));
  }

  private void say(
      ParentSession session, Activation turn, int number, String text, ToolCall... calls) {
    Completion completion =
        new Completion(
            text,
            List.of(calls),
            calls.length == 0 ? StopReason.END_TURN : StopReason.TOOL_USE,
            SessionKit.USAGE);
    Answer.Next unused =
        kit.sessions.steps().record(step(session, turn, number), "scripted/guide", completion);
  }
}
