package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.gateway.ModelException;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.WireError.Code;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.log.SessionView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session whose conversation takes more than a line of the wire. */
@Timeout(60)
class LongSessionTest extends WireKitTest {
  /** The limit of a tool's output; on the wire each of these characters takes six bytes. */
  private static final String CONTROLS = "\u0001".repeat(64 * 1024);

  /** Lets the model call a tool again and again, and returns the number of the next step. */
  private int print(RuntimeClient runtime, Activation turn, int calls) {
    for (int step = 1; step <= calls; step++) {
      kit.use(runtime, turn, step);
      WireKit.result(runtime, turn, step, CONTROLS);
    }
    return calls + 1;
  }

  private SessionView session() {
    return kit.sessions.service().find(kit.agent, kit.session).orElseThrow();
  }

  @Test
  void aLongTurnGoesOnWithItsMessagesAndItsNewestSteps() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    int next = print(runtime, turn, 19);
    kit.answer(runtime, turn, next, "done");
    List<ChatMessage> seen = kit.model.requests.getLast().messages();
    assertThat(seen.get(1)).isEqualTo(new ChatMessage.User("hello"));
    assertThat(seen).hasSizeLessThan(2 + 2 * 19);
    assertThat(seen.toString()).contains("callId=c19").doesNotContain("callId=c1,");
    assertThat(session().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aSessionOfAnyLengthGoesOnWithItsNewestTurns() throws IOException {
    RuntimeClient runtime = kit.runtime();
    for (int turns = 1; turns <= 12; turns++) {
      kit.say("m" + turns, "message " + turns);
      Activation turn = WireKit.lease(runtime);
      kit.answer(runtime, turn, print(runtime, turn, 2), "done " + turns);
    }
    List<ChatMessage> seen = kit.model.requests.getLast().messages();
    assertThat(seen)
        .contains(new ChatMessage.User("message 12"))
        .doesNotContain(new ChatMessage.User("message 1"));
    assertThat(seen.get(1)).isInstanceOf(ChatMessage.User.class);
    assertThat(session().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aConversationThatTheVendorRefusesIsShorterAtTheNextAttempt() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "old " + "x".repeat(30_000));
    kit.answer(runtime, WireKit.lease(runtime), 1, "done");
    kit.say("m2", "new");
    kit.model.failure =
        Optional.of(
            ModelException.permanent(
                ModelException.Reason.TOO_LONG, "the conversation is too long", "Start anew."));
    assertThat(runtime.call(WireKit.complete(WireKit.lease(runtime), 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));
    assertThat(kit.error())
        .contains("too long. The next attempt sends at most 14 KiB of it.")
        .doesNotContain("Start anew");

    kit.model.failure = Optional.empty();
    kit.time.advance(Duration.ofMinutes(5));
    kit.answer(runtime, WireKit.lease(runtime), 1, "done");
    assertThat(kit.model.requests.getLast().messages().toString())
        .contains("new")
        .doesNotContain("old");
  }

  @Test
  void aLineOfTooManySmallValuesIsRefusedAndTheConnectionGoesOn() throws Exception {
    RuntimeClient runtime = kit.runtime();
    String line = "[],".repeat(Protocol.MAX_TOKENS / 2);
    runtime.raw(("{\"a\":[" + line + "0]}\n").getBytes(StandardCharsets.UTF_8));
    assertThat(runtime.strayError().code()).isEqualTo(Code.INVALID);
    assertThatCode(() -> runtime.call(new Call.Ready(List.of()))).doesNotThrowAnyException();
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
