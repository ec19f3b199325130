package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.grant.Grants;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.resource.LearningTools;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the model of a turn records. */
class LearningCallsTest extends SessionBench {
  private static final ToolCall LIST = new ToolCall("l", "learning_list", "{}");
  private Activation turn;

  @BeforeEach
  void aTurnWithTheTools() {
    kit.database.update(
        tx ->
            tx.execute(
                "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted,"
                    + " keep_workspace, restarts, created_at) VALUES(?, 'guide', 1, 1, '{}',"
                    + " 'READY', 1, 1, 0, 0, 0)",
                kit.agent));
    kit.directory.tools = LearningTools.SCHEMAS;
    kit.say("one");
    turn = kit.lease();
  }

  @AfterEach
  void theLogIsCoherent() {
    LogAudit.check(kit.database);
  }

  private static ToolCall record(String call, String title) {
    return new ToolCall(
        call,
        "learning_record",
        "{\"kind\":\"lesson\",\"title\":\"" + title + "\",\"detail\":\"x\"}");
  }

  private Answer.Next calls(ToolCall... calls) {
    Completion completion =
        new Completion("", List.of(calls), StopReason.TOOL_USE, SessionKit.USAGE);
    return kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", completion);
  }

  private List<String> results() {
    return kit.events(EventType.TOOL_RESULT).stream().map(SessionEvent::body).toList();
  }

  private long stored() {
    return kit.database.<Long>read(rows -> rows.number("SELECT count(*) AS n FROM learnings"));
  }

  @Test
  void theDaemonRecordsWithTheResultAndWritesTheFilesAfterIt() {
    assertThat(calls(record("r", "One"), LIST)).isEqualTo(new Answer.Run(List.of()));

    assertThat(stored()).isEqualTo(1);
    assertThat(kit.directory.heard).containsExactly("learned");
    assertThat(results().getLast()).contains("One").contains(kit.session.value());
  }

  @Test
  void onlyARecordWritesTheFiles() {
    calls(LIST);

    assertThat(kit.directory.heard).isEmpty();
  }

  @Test
  void aTurnRecordsAtMostThreeInAllOfItsAttemptsAndNothingTwice() {
    calls(record("a", "One"), record("b", "Two"));
    kit.fail(turn, ErrorKind.TRANSIENT);
    kit.advance(Duration.ofSeconds(3));
    turn = kit.lease();

    calls(record("a", "One"), record("b", "Three"), record("c", "Four"));

    assertThat(stored()).isEqualTo(3);
    assertThat(results().get(2)).contains("\\\"duplicate\\\":true");
    assertThat(results().getLast()).contains("this turn has recorded 3 learnings");
  }

  @Test
  void aStepThatIsAskedForAgainAfterARestartRecordsNothingAgain() {
    calls(record("a", "One"));

    kit.restart(Set.of(kit.agent));

    assertThat(kit.sessions.steps().open(kit.step(turn, 1), Long.MAX_VALUE))
        .isEqualTo(new TurnSteps.State.Known(new Answer.Run(List.of())));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void aSessionWithGrantsRecordsNothing() {
    kit.answer(turn, "done");
    kit.directory.grants = Grants.parse("app/tenant");
    kit.say(new SessionId("tenant"), "two");
    turn = kit.lease(new SessionId("tenant"));

    calls(record("a", "One"));
    kit.answer(turn, "done");
    Grants left = kit.service().revoke(kit.agent, new SessionId("tenant"), kit.directory.grants);
    kit.say(new SessionId("tenant"), "three");
    turn = kit.lease(new SessionId("tenant"));
    calls(record("b", "Two"));

    assertThat(left.isEmpty()).isTrue();
    assertThat(stored()).isZero();
  }

  @Test
  void aToolOfTheAgentWithTheSameNameRunsInItsSandbox() {
    kit.answer(turn, "done");
    kit.directory.tools =
        List.of(new ToolSchema("learning_record", "Another one", ToolSchema.BIN_INPUT));
    kit.say("two");
    turn = kit.lease();
    ToolCall call = record("a", "One");

    assertThat(calls(call)).isEqualTo(new Answer.Run(List.of(call)));
    assertThat(stored()).isZero();
  }
}
