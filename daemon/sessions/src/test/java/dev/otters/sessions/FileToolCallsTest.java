package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.resource.FileTools;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
  void aToolOfTheAgentWithTheSameNameRunsInItsSandbox() {
    kit.directory.options = Map.of();
    kit.directory.tools =
        List.of(new ToolSchema(PROMOTE.name(), "Another one", ToolSchema.BIN_INPUT));

    assertThat(calls(PROMOTE)).isEqualTo(new Answer.Run(List.of(PROMOTE)));
    assertThat(kit.directory.heard).isEmpty();
  }
}
