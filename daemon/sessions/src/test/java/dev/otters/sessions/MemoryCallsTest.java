package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.GrantedResources;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.memory.Memory;
import dev.otters.resources.memory.MemoryStore;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.log.ActivationRows;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions with grants, and turns that use memories. */
class MemoryCallsTest extends SessionBench {
  @BeforeEach
  void anAgentWithMemory() {
    kit.directory.resources = List.of(memory(ResourceMode.READ_WRITE));
  }

  @AfterEach
  void theLogIsCoherent() {
    LogAudit.check(kit.database);
  }

  private static DeclaredResource memory(ResourceMode mode) {
    return new DeclaredResource("memory", "memory", mode, Map.of(), Optional.empty(), "Notes");
  }

  private void say(String session, String id, String... grants) {
    Optional<Grants> wanted =
        Optional.of(List.of(grants)).filter(it -> !it.isEmpty()).map(Grants::of);
    var _ =
        kit.service()
            .append(
                kit.agent,
                new SessionId(session),
                new NewMessage(id, "Go", List.of(), Optional.empty(), wanted),
                tx -> {});
  }

  private Activation turn(String session, String... grants) {
    say(session, "m-" + session, grants);
    return kit.lease(new SessionId(session));
  }

  private static ToolCall write(String call, String text) {
    return new ToolCall(call, "memory_write", Bodies.of(Map.of("text", text)));
  }

  private Answer.Next calls(Activation turn, int step, ToolCall... calls) {
    Completion completion =
        new Completion("", List.of(calls), StopReason.TOOL_USE, SessionKit.USAGE);
    return kit.sessions.steps().record(kit.step(turn, step), "scripted/guide", completion);
  }

  private State.Ask ask(Activation turn, int step) {
    return (State.Ask) kit.sessions.steps().open(kit.step(turn, step), Long.MAX_VALUE);
  }

  private String result(Activation turn, int step) {
    return ((ChatMessage.ToolResult) ask(turn, step).messages().getLast()).text();
  }

  private static String prompt(State.Ask ask) {
    return ((ChatMessage.System) ask.messages().getFirst()).text();
  }

  private List<String> stored() {
    return new MemoryStore(kit.database)
        .newest(Optional.empty(), List.of(), Long.MAX_VALUE, 100).stream()
            .map(Memory::text)
            .toList();
  }

  @Test
  void whatOneSessionLearnsAnotherOneWithTheGrantKnows() {
    Activation first = turn("one", "app/u1");
    assertThat(calls(first, 1, write("c1", "Ada likes tabs.")))
        .isEqualTo(new Answer.Run(List.of()));
    assertThat(result(first, 2)).contains("\"action\":\"stored\"");
    kit.answer(first, 2, "done");

    Activation second = turn("two", "app/u1");
    assertThat(prompt(ask(second, 1)))
        .contains("## RESOURCE memory", "### Notes", "Ada likes tabs.");
    kit.answer(second, "done");

    Activation foreign = turn("three", "app/u2");
    assertThat(prompt(ask(foreign, 1))).contains("memories in app/u2").doesNotContain("tabs");
  }

  @Test
  void aTurnWithoutGrantsHasNeitherToolsNorASection() {
    Activation turn = turn("one");

    assertThat(ask(turn, 1).tools()).isEmpty();
    assertThat(prompt(ask(turn, 1))).doesNotContain("RESOURCE");
    calls(turn, 1, write("c1", "a"));
    assertThat(result(turn, 2)).contains("this session has no grants");
    assertThat(stored()).isEmpty();
  }

  @Test
  void aTurnOfAnAgentWithoutResourcesStoresItsGrants() {
    kit.directory.resources = List.of();
    Activation turn = turn("one", "app/u1");

    assertThat(ask(turn, 1).tools()).isEmpty();
    assertThat(granted(turn).map(GrantedResources::grants)).contains(List.of("app/u1"));
    kit.answer(turn, "done");
    assertThat(granted(turn("two"))).isEmpty();
  }

  private Optional<GrantedResources> granted(Activation turn) {
    return kit.database.read(
        rows ->
            Contexts.load(
                    rows,
                    new ActivationRows(kit.time).find(rows, kit.agent, turn.id()).orElseThrow())
                .context()
                .resources());
  }

  @Test
  void aReadResourceOffersNoWriteAndRefusesOne() {
    kit.directory.resources = List.of(memory(ResourceMode.READ));
    Activation turn = turn("one", "app/u1");

    assertThat(ask(turn, 1).tools().stream().map(ToolSchema::name))
        .containsExactly("memory_read", "memory_search", "memory_topics");
    calls(turn, 1, write("c1", "a"));
    assertThat(result(turn, 2)).contains("this session may only read memory");
    assertThat(stored()).isEmpty();
  }

  @Test
  void aCallOfTheSameNameAsAToolOfTheSandboxRunsThere() {
    kit.directory.tools = List.of(new ToolSchema("memory_write", "A BIN.", ToolSchema.BIN_INPUT));
    Activation turn = turn("one", "app/u1");

    ToolCall call = write("c1", "a");
    assertThat(calls(turn, 1, call)).isEqualTo(new Answer.Run(List.of(call)));
    assertThat(stored()).isEmpty();
  }

  @Test
  void aStepThatIsStoredTwiceWritesOnce() {
    Activation turn = turn("one", "app/u1");
    calls(turn, 1, write("c1", "a"));
    kit.sessions.steps().forget(turn.id());
    calls(turn, 1, write("c1", "a"));

    assertThat(stored()).containsExactly("a");
  }

  @Test
  void aDaemonThatEndsBetweenTheCallAndTheNextStepWritesOnce() {
    Activation turn = turn("one", "app/u1");
    calls(turn, 1, write("c1", "a"));
    kit.restart(Set.of());
    kit.connect();
    Activation again = kit.lease();

    assertThat(again.id()).isEqualTo(turn.id());
    assertThat(ask(again, 1).messages().toString()).contains("stored");
    assertThat(stored()).containsExactly("a");
  }

  @Test
  void knownSecretsAreHiddenInWhatIsStoredAndInWhatIsShown() {
    kit.directory.redactor = text -> text.replace("hunter2", "[hidden]");
    Activation turn = turn("one", "app/u1");
    calls(turn, 1, write("c1", "The password is hunter2. The new one is swordfish."));
    assertThat(stored()).containsExactly("The password is [hidden]. The new one is swordfish.");
    kit.answer(turn, 2, "done");

    kit.directory.redactor = text -> text.replace("swordfish", "[hidden]");
    Activation later = turn("two", "app/u1");
    assertThat(prompt(ask(later, 1))).contains("The new one is [hidden].");
    calls(later, 1, new ToolCall("c1", "memory_read", "{}"));
    assertThat(result(later, 2)).doesNotContain("swordfish").contains("The new one is");
  }

  @Test
  void brokenInputIsAnErrorThatTheModelSees() {
    Activation turn = turn("one", "app/u1");
    calls(turn, 1, new ToolCall("c1", "memory_write", "{"));

    assertThat(result(turn, 2)).contains("the input is not JSON");
  }

  @Test
  void aCallThatReadsSeesWhatWasStoredBeforeItsStep() {
    Activation turn = turn("one", "app/u1");
    ToolCall read = new ToolCall("c2", "memory_search", Bodies.of(Map.of("query", "tabs")));
    calls(turn, 1, write("c1", "Ada likes tabs."), read);
    assertThat(result(turn, 2)).contains("\"memories\":[]");

    calls(turn, 2, read);
    assertThat(result(turn, 3)).contains("Ada likes tabs.");
  }

  @Test
  void aSessionKeepsTheGrantsThatItWasCreatedWith() {
    say("one", "m1", "app/u1", "team");
    say("one", "m2", "team", "app/u1", "team");
    say("one", "m3");

    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> say("one", "m4", "app/u1"))
        .withMessageContaining("session one has the grants app/u1, team")
        .satisfies(e -> assertThat(e.code()).isEqualTo(SessionException.Code.OTHER_GRANTS));
  }

  @Test
  void aNewSessionGetsTheUsualGrantsOfTheAgent() {
    kit.directory.grants = Grants.of(List.of("team"));
    say("one", "m1");
    kit.directory.grants = Grants.NONE;
    say("one", "m2");

    assertThat(kit.service().find(kit.agent, new SessionId("one")).orElseThrow().grants().texts())
        .containsExactly("team");
    assertThatExceptionOfType(SessionException.class).isThrownBy(() -> say("one", "m3", "app"));
  }

  @Test
  void anAttemptKeepsTheGrantsThatItStartedWith() {
    Activation turn = turn("one", "app/u1");

    assertThat(ask(turn, 1).context().resources().orElseThrow().grants()).containsExactly("app/u1");
  }

  @Test
  void revokedGrantsEndWithTheNextTurnAndNotWithinOne() {
    Activation turn = turn("one", "app/u1");
    kit.service().revoke(kit.agent, new SessionId("one"), Grants.of(List.of("app")));
    calls(turn, 1, write("c1", "a"));
    assertThat(result(turn, 2)).contains("\"action\":\"stored\"");
    kit.answer(turn, 2, "done");

    say("one", "m2");
    Activation next = kit.lease(new SessionId("one"));
    assertThat(ask(next, 1).tools()).isEmpty();
    calls(next, 1, write("c1", "b"));
    assertThat(result(next, 2)).contains("this session has no grants");
    assertThat(stored()).containsExactly("a");
  }
}
