package dev.otters.agents.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Heartbeats of runtimes that wait for the daemon. */
@Timeout(60)
class HeartbeatTest extends WireKitTest {
  private static final int TURNS = 40;

  private static Call.Heartbeat beat(Activation turn) {
    return new Call.Heartbeat(turn.id(), turn.fence());
  }

  @Test
  void theLeaseOfARuntimeThatWaitsForManyCompletionsIsRenewed() throws IOException {
    kit.directory.parallel = TURNS;
    kit.model.go = new CountDownLatch(1);
    kit.model.answer =
        Optional.of(new Completion("two", List.of(), StopReason.END_TURN, WireKit.USAGE));
    RuntimeClient runtime = kit.runtime();
    List<Activation> turns = new ArrayList<>();
    List<CompletableFuture<Answer.Next>> answers = new ArrayList<>();
    for (int i = 0; i < TURNS; i++) {
      kit.sessions
          .service()
          .appendUserMessage(kit.agent, new SessionId("s" + i), "m" + i, "hello", tx -> {});
      turns.add(WireKit.lease(runtime));
    }
    turns.forEach(turn -> answers.add(runtime.begin(WireKit.complete(turn, 1))));

    for (int i = 0; i < 5; i++) {
      kit.time.advance(Duration.ofSeconds(20));
      turns.forEach(turn -> runtime.call(beat(turn)));
    }

    kit.model.go.countDown();
    answers.forEach(
        answer ->
            assertThat(RuntimeClient.await(answer))
                .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED)));
  }

  @Test
  void theLeaseOfARuntimeWhoseRequestWaitsForMemoryIsRenewed() throws Exception {
    ByteBudget budget = kit.wire.services.requests();
    ByteBudget.Share share = budget.share();
    int taken = share.take(Integer.MAX_VALUE);
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    String padding = "x".repeat(ByteBudget.FREE_BYTES);
    String line =
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"lease\",\"params\":{\"pad\":\"%s\"}}\n";
    runtime.raw(line.formatted(padding).getBytes(UTF_8));
    while (budget.waiting() != 1) {
      Thread.onSpinWait();
    }

    for (int i = 0; i < 20; i++) {
      kit.time.advance(Duration.ofSeconds(5));
    }

    share.release(taken);
    assertThatCode(() -> runtime.call(beat(turn))).doesNotThrowAnyException();
    assertThat(kit.directory.heard).doesNotContain("unresponsive");
  }
}
