package dev.otters.agents.wire;

import static dev.otters.agents.AgentKit.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Steps that the daemon begins before the runtime asks for them. */
@Timeout(60)
class EarlyStepTest {
  private static final List<ToolCall> CALLS =
      List.of(new ToolCall("c1", "sh", "{}"), new ToolCall("c2", "sh", "{}"));

  @TempDir Path folder;
  @AutoClose private WireKit kit;

  @BeforeEach
  void start() throws Exception {
    kit = new WireKit(folder);
    kit.model.eager = true;
    kit.say("m1", "hello");
  }

  private void answers(String text, ToolCall... calls) {
    StopReason reason = calls.length == 0 ? StopReason.END_TURN : StopReason.TOOL_USE;
    Completion answer = new Completion(text, List.of(calls), reason, WireKit.USAGE);
    kit.model.answer = Optional.of(answer);
  }

  private void awaitRequests(int count) {
    eventually("the model has " + count + " requests", () -> kit.model.requests.size() == count);
  }

  @Test
  void theFirstStepBeginsWhenItsTurnIsLeased() throws Exception {
    answers("done");
    RuntimeClient runtime = kit.runtime();

    Activation turn = WireKit.lease(runtime);

    awaitRequests(1);
    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    assertThat(kit.model.requests).hasSize(1);
  }

  @Test
  void theNextStepBeginsWithTheLastResult() throws Exception {
    answers("", CALLS.toArray(ToolCall[]::new));
    RuntimeClient runtime = kit.runtime();
    Activation turn = WireKit.lease(runtime);
    assertThat(runtime.call(WireKit.complete(turn, 1))).isEqualTo(new Answer.Run(CALLS));
    answers("done");

    result(runtime, turn, "c1");
    result(runtime, turn, "c1");
    assertThat(kit.model.requests).hasSize(1);
    result(runtime, turn, "c2");

    awaitRequests(2);
    assertThat(runtime.call(WireKit.complete(turn, 2)))
        .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    assertThat(kit.model.requests).hasSize(2);
  }

  private static void result(RuntimeClient runtime, Activation turn, String call) {
    EventBody.ToolResult result =
        new EventBody.ToolResult(
            call, "sh", 0, "out", "", 5, false, Optional.empty(), false, Optional.empty());
    runtime.call(new Call.Result(turn.id(), turn.fence(), 1, result));
  }

  @Test
  void anAnswerIsNotPaidAgainForARuntimeThatDidNotAskForIt() throws Exception {
    answers("done");
    RuntimeClient gone = kit.runtime();
    Activation turn = WireKit.lease(gone);
    awaitRequests(1);
    eventually(
        "the answer is stored",
        () -> kit.sessions.service().events(kit.agent, kit.session, 0, 100).size() >= 5);
    gone.close();

    RuntimeClient next = kit.runtime();

    assertThat(next.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    assertThat(kit.model.requests).hasSize(1);
  }
}
