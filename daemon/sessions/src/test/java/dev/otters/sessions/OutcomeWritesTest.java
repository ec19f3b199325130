package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.outcome.OutcomeCheck;
import dev.otters.api.outcome.OutcomeCriterion;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.session.EventType;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.resources.writeback.WriteGate;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.outcome.Outcomes;
import dev.otters.sessions.outcome.Ran;
import dev.otters.sessions.outcome.Seen;
import dev.otters.sessions.resource.FileTools;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the outcome of a session allows at the moment of a write, and what a program decides. */
class OutcomeWritesTest extends SessionBench {
  private static final ToolCall PROMOTE =
      new ToolCall("c", "resources_promote_to_substrate", "{\"sourcePath\":\"SOUL.md\"}");
  private static final OutcomeCheck CHECK =
      new OutcomeCheck(null, false, null, null, "wc", List.of("-l", "report"));

  private Outcomes outcomes;

  @BeforeEach
  void aSessionWithAnOutcome() {
    kit.directory.tools = FileTools.SCHEMAS;
    kit.directory.options =
        Map.of(Gate.OWN_TOOLS, String.join(" ", FileTools.asking(FileTools.SCHEMAS)));
    kit.directory.programs.put("wc", new Ran.Ended(0, "3 report"));
    kit.say("zero");
    kit.answer(kit.lease(), "done");
    outcomes = kit.sessions.outcomes();
    define(CHECK, null);
    outcomes.decide(kit.agent, kit.session, 2, true, "");
  }

  private void define(OutcomeCheck... checks) {
    List<OutcomeCriterion> criteria =
        Arrays.stream(checks).map(it -> new OutcomeCriterion("It is so.", it)).toList();
    outcomes.define(kit.agent, kit.session, new OutcomeDefinition("A report", null, criteria));
  }

  private void ask() {
    kit.say("one");
    Completion completion =
        new Completion("", List.of(PROMOTE), StopReason.TOOL_USE, SessionKit.USAGE);
    var unused =
        kit.sessions.steps().record(kit.step(kit.lease(), 1), "scripted/guide", completion);
  }

  private void decide() {
    String asked = kit.events(EventType.APPROVAL_REQUESTED).getFirst().body();
    long approval = Long.parseLong(Bodies.read(asked).path("approval").asString());
    kit.sessions.approvals().decide(kit.agent, kit.session, approval, true, "");
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private String allow() {
    decide();
    await(() -> !kit.events(EventType.TOOL_RESULT).isEmpty());
    return kit.events(EventType.TOOL_RESULT).getFirst().body();
  }

  /** Does something during the check that comes before the write, not before the question. */
  private void duringTheCheckOfTheWrite(Runnable work) {
    kit.directory.writes = kit.database::update;
    kit.directory.onCheck =
        () -> {
          if (kit.directory.heard.size() == 2) {
            work.run();
          }
        };
  }

  private void assertNothingIsWritten() {
    assertThat(kit.directory.heard)
        .containsExactly("check wc [-l, report]", "check wc [-l, report]");
  }

  @Test
  void aStepWhoseTurnIsStoppedDuringTheCheckWritesNothing() {
    kit.directory.options = Map.of();
    duringTheCheckOfTheWrite(() -> kit.service().interrupt(kit.agent, kit.session));

    ask();

    assertNothingIsWritten();
    assertThat(kit.events(EventType.TOOL_RESULT).getFirst().body())
        .contains("the turn was stopped meanwhile. Nothing was written.");
  }

  @Test
  void aStepWhoseTurnGoesOnElsewhereWritesNothing() {
    kit.directory.options = Map.of();
    duringTheCheckOfTheWrite(() -> kit.turns().runtimeExited(kit.agent, RuntimeExit.STOPPED));

    SessionKit.assertStale(this::ask);

    assertNothingIsWritten();
  }

  @Test
  void anAllowedCallWhoseTurnIsStoppedDuringTheCheckWritesNothing() {
    ask();
    duringTheCheckOfTheWrite(() -> kit.service().interrupt(kit.agent, kit.session));

    decide();
    await(() -> kit.directory.heard.size() == 2);
    kit.sessions.approvals().stopAll(kit.agent);

    assertNothingIsWritten();
  }

  @Test
  void theChecksLookAtTheBytesThatAreWritten() {
    define(new OutcomeCheck("drafts/SOUL.md", false, "Good", null, null, null));
    kit.directory.files.put("drafts/SOUL.md", new Seen.Whole(Content.of("Good")));
    WriteGate gate =
        outcomes.gate(kit.agent, kit.session, found -> new IllegalStateException(found.status()));

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> gate.pass(Map.of(FilePath.stored("SOUL.md"), Content.of("Bad"))))
        .withMessage("fail");
  }

  @Test
  void anAllowedCallWritesWhileTheOutcomeIsMet() {
    ask();

    assertThat(allow()).contains("done");
    assertThat(kit.directory.heard)
        .containsExactly(
            "check wc [-l, report]", "check wc [-l, report]", "file tool " + PROMOTE.name());
  }

  @Test
  void whatBecomesOfTheOutcomeWhileACallWaitsStopsIt() {
    ask();
    outcomes.decide(kit.agent, kit.session, 2, false, "Too long.");

    assertThat(allow()).contains("it is not: fail, 1 of 2 criteria met. Nothing was written");
    assertThat(kit.directory.heard).doesNotContain("file tool " + PROMOTE.name());
  }

  @Test
  void aCheckThatCannotBeMadeStopsACall() {
    ask();
    kit.directory.programs.put("wc", new Ran.Failed("the engine does not answer. Start it."));

    assertThat(allow()).contains("uncertain, 1 of 2 criteria met");
    assertThat(outcomes.history(kit.agent, kit.session, 1).getFirst().criteria().getFirst())
        .matches(finding -> finding.result().equals("uncertain"))
        .matches(finding -> finding.evidence().equals("the engine does not answer. Start it."));
  }

  @Test
  void aChangeBetweenTheCheckAndTheWriteStopsTheWrite() {
    WriteGate gate =
        outcomes.gate(kit.agent, kit.session, found -> new IllegalStateException(found.status()));

    Consumer<Tx> unchanged = gate.pass(Map.of());
    kit.database.update(unchanged);
    Consumer<Tx> decided = gate.pass(Map.of());
    outcomes.decide(kit.agent, kit.session, 2, false, "");
    assertChanged(decided);
    outcomes.decide(kit.agent, kit.session, 2, true, "");
    Consumer<Tx> defined = gate.pass(Map.of());
    define(CHECK);
    assertChanged(defined);
    outcomes.remove(kit.agent, kit.session);
    Consumer<Tx> removed = gate.pass(Map.of());
    define(CHECK);
    assertChanged(removed);
  }

  private void assertChanged(Consumer<Tx> holds) {
    assertThatExceptionOfType(WritebackException.class)
        .isThrownBy(() -> kit.database.update(holds))
        .withMessageContaining("changed the outcome");
  }

  @Test
  void aCheckCannotNameAProgramThatTheAgentLacksOrASecret() {
    kit.directory.redactor = text -> text.replace("s3cret", "(secret)");

    assertInvalid("has no BIN sh: name one of [wc]", "sh", List.of());
    assertInvalid("args of a check contain a secret", "wc", List.of("s3cret"));
  }

  private void assertInvalid(String why, String bin, List<String> args) {
    OutcomeCheck check = new OutcomeCheck(null, false, null, null, bin, args);
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> define(check))
        .withMessageContaining(why);
  }
}
