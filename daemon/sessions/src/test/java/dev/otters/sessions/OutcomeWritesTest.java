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
import dev.otters.resources.substrate.WritebackException;
import dev.otters.resources.writeback.WriteGate;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.outcome.Outcomes;
import dev.otters.sessions.outcome.Ran;
import dev.otters.sessions.resource.FileTools;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

  private String allow() {
    String asked = kit.events(EventType.APPROVAL_REQUESTED).getFirst().body();
    long approval = Long.parseLong(Bodies.read(asked).path("approval").asString());
    kit.sessions.approvals().decide(kit.agent, kit.session, approval, true, "");
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (kit.events(EventType.TOOL_RESULT).isEmpty() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return kit.events(EventType.TOOL_RESULT).getFirst().body();
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

    Consumer<Tx> unchanged = gate.pass();
    kit.database.update(unchanged);
    Consumer<Tx> decided = gate.pass();
    outcomes.decide(kit.agent, kit.session, 2, false, "");
    assertChanged(decided);
    outcomes.decide(kit.agent, kit.session, 2, true, "");
    Consumer<Tx> defined = gate.pass();
    define(CHECK);
    assertChanged(defined);
    outcomes.remove(kit.agent, kit.session);
    Consumer<Tx> removed = gate.pass();
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
