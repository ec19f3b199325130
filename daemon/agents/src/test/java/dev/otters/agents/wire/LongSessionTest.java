package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.WireError.Code;
import dev.otters.sessions.SessionId;
import dev.otters.sessions.SessionStatus;
import dev.otters.sessions.SessionView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session whose conversation takes more than a line of the wire. */
@Timeout(60)
class LongSessionTest extends WireKitTest {
  /** The limit of a tool's output; on the wire each of these characters takes six bytes. */
  private static final String CONTROLS = "\u0001".repeat(64 * 1024);

  private static void print(RuntimeClient runtime, Activation turn, int calls) {
    for (int i = 0; i < calls; i++) {
      String call = turn.id() + i;
      EventBody use = new EventBody.ToolUse(call, "sh", List.of(), "", i, Optional.empty());
      EventBody result =
          new EventBody.ToolResult(
              call, "sh", 0, CONTROLS, "", 5, false, Optional.empty(), false, Optional.empty());
      runtime.call(
          new Call.Append(
              turn.id(),
              turn.fence(),
              List.of(new Event(call + "u", use), new Event(call + "r", result))));
    }
  }

  private SessionView session() {
    return kit.sessions.service().find(kit.agent, kit.session).orElseThrow();
  }

  @Test
  void aSessionThatIsTooLongFailsAtOnceWithOneErrorAndDisturbsNoOther() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation first = WireKit.lease(runtime);
    print(runtime, first, 25);
    WireKit.answer(runtime, first, "done");
    for (int again = 2; again <= 7; again++) {
      kit.say("m" + again, "again");
      CompletableFuture<Answer.Leased> waiting = runtime.begin(new Call.Lease());
      SessionId other = new SessionId("other" + again);
      kit.sessions.service().appendUserMessage(kit.agent, other, "o" + again, "hi", tx -> {});
      Activation turn = RuntimeClient.await(waiting).activation();
      assertThat(turn.session()).isEqualTo(other.value());
      WireKit.answer(runtime, turn, "hi");
      assertThat(session().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
      assertThat(session().reason())
          .contains("The conversation has grown past 7 MiB. Start a new session.");
      kit.time.advance(Duration.ofMinutes(1));
    }
    assertThat(kit.directory.heard).containsExactly("connected test");
  }

  @Test
  void aSessionThatFitsIsLeasedAsAWhole() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation first = WireKit.lease(runtime);
    print(runtime, first, 18);
    WireKit.answer(runtime, first, "done");
    kit.say("m2", "again");
    assertThat(WireKit.lease(runtime).transcript()).hasSize(1 + 2 * 18 + 2);
  }

  @Test
  void aLineOfTooManySmallValuesIsRefusedAndTheConnectionGoesOn() throws Exception {
    RuntimeClient runtime = kit.runtime();
    String line = "[],".repeat(Protocol.MAX_TOKENS / 2);
    runtime.raw(("{\"a\":[" + line + "0]}\n").getBytes(StandardCharsets.UTF_8));
    assertThat(runtime.strayError().code()).isEqualTo(Code.INVALID);
    assertThatCode(() -> runtime.call(new Call.Ready())).doesNotThrowAnyException();
  }

  @Test
  void theReleaseOfARuntimeIsShownWithoutControlCharacters() throws IOException {
    String version = "1.0\n2026-01-01 ERROR \u001b[31mforged" + "x".repeat(1000);
    kit.connect().call(new Call.Hello(Protocol.VERSION, kit.token(), List.of(), version));
    assertThat(kit.directory.heard)
        .singleElement()
        .satisfies(
            heard ->
                assertThat(heard)
                    .startsWith("connected 1.0?2026-01-01?ERROR??[31mforged")
                    .hasSize("connected ".length() + 64));
  }
}
