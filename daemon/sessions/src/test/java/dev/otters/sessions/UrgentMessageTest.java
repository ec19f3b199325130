package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A message that stops what its session does. */
class UrgentMessageTest extends ApprovalBench {
  private long urge(String id, String text) {
    return kit.service()
        .appendUserMessage(
            kit.agent,
            kit.session,
            id,
            text,
            tx -> kit.service().interruptFor(tx, kit.agent, kit.session, id));
  }

  @Test
  void whatIsPendingIsDeniedAndTheMessageIsDeliveredAtOnce() {
    pause(GATED, OTHER);

    urge("urgent", "Use staging.");

    assertThat(waiting()).isEmpty();
    assertThat(kit.events(EventType.APPROVAL_DENIED)).hasSize(2);
    List<ChatMessage> messages = resumed();
    assertThat(messages.getLast()).isEqualTo(new ChatMessage.User("Use staging."));
    assertThat(messages.get(messages.size() - 2)).isInstanceOf(ChatMessage.ToolResult.class);
    kit.answer(turn, "done");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(tools.started).isEmpty();
  }

  @Test
  void messagesThatWaitedAreDeliveredWithIt() {
    pause(GATED);
    kit.say("queued");

    urge("urgent", "Use staging.");

    List<ChatMessage> messages = resumed();
    assertThat(messages.subList(messages.size() - 2, messages.size()))
        .containsExactly(new ChatMessage.User("queued"), new ChatMessage.User("Use staging."));
  }

  @Test
  void aRunningTurnEndsFirst() {
    urge("urgent", "Stop.");

    assertThat(kit.tryLease()).isEmpty();
    assertThat(kit.events(EventType.USER_INTERRUPT)).hasSize(1);
    kit.ack(turn, new Outcome.Interrupted("I was about"));

    turn = kit.lease();
    assertThat(((TurnSteps.State.Ask) open(1)).messages().getLast())
        .isEqualTo(new ChatMessage.User("Stop."));
  }

  @Test
  void aRepeatedMessageDoesNotStopItsOwnTurn() {
    pause(GATED);
    long seq = urge("urgent", "Use staging.");
    turn = kit.lease();

    assertThat(urge("urgent", "Use staging.")).isEqualTo(seq);

    assertThat(kit.events(EventType.USER_INTERRUPT)).hasSize(1);
    kit.answer(turn, "done");
    assertThat(kit.view().reason()).contains("answered");
  }

  @Test
  void aSessionWithNothingToStopTakesTheMessage() {
    kit.answer(turn, "done");

    urge("urgent", "Next.");

    assertThat(kit.events(EventType.USER_INTERRUPT)).isEmpty();
    assertThat(kit.tryLease()).isPresent();
  }
}
