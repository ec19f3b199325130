package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.outcome.OutcomeCheck;
import dev.otters.api.outcome.OutcomeCriterion;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.session.EventType;
import dev.otters.home.store.StoreException;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.substrate.Content;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.outcome.Seen;
import dev.otters.sessions.resource.FileTools;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The calls of tools for durable files. */
class FileToolCallsTest extends SessionBench {
  private static final ToolCall STAGE =
      new ToolCall("c1", "resources_stage_from_substrate", "{\"sourcePath\":\"SOUL.md\"}");
  private static final ToolCall PROMOTE =
      new ToolCall("c2", "resources_promote_to_substrate", "{\"sourcePath\":\"SOUL.md\"}");

  @BeforeEach
  void anAgentWithTheTools() {
    kit.directory.tools = FileTools.SCHEMAS;
    kit.directory.options =
        Map.of(Gate.OWN_TOOLS, String.join(" ", FileTools.asking(FileTools.SCHEMAS)));
  }

  private Answer.Next calls(ToolCall... calls) {
    kit.say("one");
    Activation turn = kit.lease();
    Completion completion =
        new Completion("", List.of(calls), StopReason.TOOL_USE, SessionKit.USAGE);
    return kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", completion);
  }

  private List<String> results() {
    return kit.events(EventType.TOOL_RESULT).stream()
        .map(event -> Bodies.read(event.body()).path("call").asString())
        .toList();
  }

  private void awaitResult() {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (results().isEmpty() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(results()).containsExactly("c2");
  }

  @Test
  void theDaemonAnswersACallThatDoesNotAsk() {
    assertThat(calls(STAGE)).isEqualTo(new Answer.Run(List.of()));

    assertThat(kit.directory.heard).containsExactly("file tool resources_stage_from_substrate");
    assertThat(results()).containsExactly("c1");
  }

  @Test
  void aPromoteWaitsForTheOperatorAndRunsInTheDaemon() {
    assertThat(calls(PROMOTE)).isEqualTo(new Answer.Run(List.of()));
    assertThat(kit.directory.heard).isEmpty();
    String asked = kit.events(EventType.APPROVAL_REQUESTED).getFirst().body();
    long approval = Long.parseLong(Bodies.read(asked).path("approval").asString());

    kit.sessions.approvals().decide(kit.agent, kit.session, approval, true, "");

    awaitResult();
    assertThat(kit.directory.heard).containsExactly("file tool resources_promote_to_substrate");
  }

  @Test
  void aPromoteThatCannotBeRepeatedAfterARestartFailsAndItsTurnGoesOn() {
    assertThat(calls(PROMOTE)).isEqualTo(new Answer.Run(List.of()));
    kit.database.update(tx -> tx.execute("UPDATE approvals SET state = 'RUNNING'"));
    kit.directory.writes =
        _ -> {
          throw new StoreException(StoreException.Reason.FULL, "the disk is full");
        };

    kit.restart(Set.of(kit.agent));
    kit.sessions.approvals().boot(GatedTools.NONE);

    awaitResult();
    assertThat(kit.events(EventType.TOOL_RESULT).getFirst().body())
        .contains("the tool could not be run: the disk is full");
  }

  private static OutcomeDefinition report() {
    OutcomeCheck check =
        new OutcomeCheck("/workspace/report", false, "Total: [0-9]+", null, null, null);
    return new OutcomeDefinition(
        "A report", null, List.of(new OutcomeCriterion("It has a total.", check)));
  }

  private void define() {
    kit.say("zero");
    kit.answer(kit.lease(), "done");
    kit.sessions.outcomes().define(kit.agent, kit.session, report());
  }

  @Test
  void anUnmetOutcomeRefusesAPromoteBeforeTheOperatorIsAsked() {
    define();
    kit.directory.files.put("/workspace/report", new Seen.Whole(Content.of("pass pass pass")));

    kit.say("one");
    Activation turn = kit.lease();
    Completion completion =
        new Completion("", List.of(STAGE, PROMOTE), StopReason.TOOL_USE, SessionKit.USAGE);
    Answer.Next next = kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", completion);

    assertThat(next).isEqualTo(new Answer.Run(List.of()));
    assertThat(kit.directory.heard).containsExactly("file tool resources_stage_from_substrate");
    assertThat(kit.events(EventType.APPROVAL_REQUESTED)).isEmpty();
    assertThat(results()).containsExactly("c1", "c2");
    assertThat(kit.events(EventType.TOOL_RESULT).getLast().body())
        .contains("fail, 0 of 1 criteria met");
    // A runtime that asks again, as after a restart, goes on to the next step.
    assertThat(kit.sessions.steps().open(kit.step(turn, 2), Long.MAX_VALUE))
        .isInstanceOf(TurnSteps.State.Ask.class);
    assertThat(kit.sessions.steps().open(kit.step(turn, 1), Long.MAX_VALUE))
        .isEqualTo(new TurnSteps.State.Known(new Answer.Run(List.of())));
  }

  @Test
  void aMetOutcomeIsShownWithTheRequest() {
    define();
    kit.directory.files.put("/workspace/report", new Seen.Whole(Content.of("Total: 3")));

    calls(PROMOTE);

    assertThat(kit.events(EventType.APPROVAL_REQUESTED).getFirst().body())
        .contains("\"outcome\":\"pass, 1 of 1 criteria met\"");
    assertThat(results()).isEmpty();
  }

  @Test
  void theModelReadsTheOutcomeAndItsHistory() {
    define();

    calls(
        new ToolCall("c1", "outcome_read", "{}"),
        new ToolCall("c2", "outcome_evaluate", "{}"),
        new ToolCall("c3", "outcome_history", "{\"limit\":5}"),
        new ToolCall("c4", "outcome_history", "{\"limit\":0}"));

    List<String> said = kit.events(EventType.TOOL_RESULT).stream().map(SessionEvent::body).toList();
    assertThat(said.get(0)).contains("A report");
    assertThat(said.get(1)).contains("not_ready").contains("the file does not exist");
    assertThat(said.get(2)).contains("first_iteration");
    assertThat(said.get(3)).contains("limit must be a whole number");
    assertThat(kit.directory.heard).isEmpty();
  }

  @Test
  void aToolOfTheAgentWithTheSameNameRunsInItsSandbox() {
    kit.directory.options = Map.of();
    kit.directory.tools =
        List.of(new ToolSchema(PROMOTE.name(), "Another one", ToolSchema.BIN_INPUT));

    assertThat(calls(PROMOTE)).isEqualTo(new Answer.Run(List.of(PROMOTE)));
    assertThat(kit.directory.heard).isEmpty();
  }
}
