package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Held;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.running.TurnListener;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptTest {
  @TempDir Path folder;
  @AutoClose private SessionKit kit;

  @BeforeEach
  void open() {
    kit = SessionKit.with(folder, "one");
  }

  @Test
  void anInterruptReachesTheRunningTurnAndKeepsWhatWasSaid() {
    Activation turn = kit.lease();
    RecordingListener listener = new RecordingListener();
    kit.turns().listen(listener);
    kit.service().interrupt(kit.agent, kit.session);
    assertThat(listener.heard).containsExactly("interrupted " + turn.id());
    kit.ack(turn, new Outcome.Interrupted("I had begun"));
    assertThat(listener.heard).contains("ended " + turn.id());
    assertThat(kit.events(EventType.AGENT_MESSAGE).getFirst().body())
        .isEqualTo("{\"interrupted\":true,\"text\":\"I had begun\"}");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(kit.tryLease()).isEmpty();
    kit.say("two");
    assertThat(kit.conversation(kit.lease()).messages()).hasSize(3);
  }

  @Test
  void aSecondInterruptOfATurnIsNotWrittenAgain() {
    kit.lease();
    for (int time = 0; time < 2; time++) {
      kit.service().interrupt(kit.agent, kit.session);
    }
    assertThat(kit.events(EventType.USER_INTERRUPT)).hasSize(1);
  }

  @Test
  void anInterruptLeavesMessagesThatCameDuringTheTurn() {
    Activation turn = kit.lease();
    kit.say("two");
    kit.service().interrupt(kit.agent, kit.session);
    kit.ack(turn, new Outcome.Interrupted(""));
    assertThat(kit.conversation(kit.lease()).messages())
        .containsExactly(new ChatMessage.User("one"), new ChatMessage.User("two"));
  }

  @Test
  void anInterruptedTurnDoesNotRunAgainWhenItsRuntimeDies() {
    kit.lease();
    kit.service().interrupt(kit.agent, kit.session);
    kit.turns().runtimeExited(kit.agent, RuntimeExit.CRASHED);
    kit.connect();
    kit.advance(Backoff.CAP);
    assertThat(kit.tryLease()).isEmpty();
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aRuntimeThatWasAwayHearsOfTheInterruptWhenItComesBack() {
    Activation turn = kit.lease();
    kit.service().interrupt(kit.agent, kit.session);
    kit.restart(Set.of(kit.agent));
    assertThat(kit.connect(new Held(turn.id(), turn.fence()))).containsExactly(turn.id());
    assertThat(kit.sessions.steps().open(kit.step(turn, 1), Long.MAX_VALUE))
        .isEqualTo(new TurnSteps.State.Known(new Answer.Over(Outcome.Kind.INTERRUPTED)));
  }

  @Test
  void anInterruptGivesUpWhatWaitsForAnotherAttempt() {
    kit.fail(kit.lease(), ErrorKind.TRANSIENT);
    kit.service().interrupt(kit.agent, kit.session);
    kit.advance(Backoff.CAP);
    assertThat(kit.tryLease()).isEmpty();
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void anInterruptOfNothingChangesNothing() {
    kit.service().interrupt(kit.agent, kit.session);
    kit.answer(kit.lease(), "done");
    kit.service().interrupt(kit.agent, kit.session);
    assertThat(kit.events(EventType.USER_INTERRUPT)).isEmpty();
  }

  private static final class RecordingListener implements TurnListener {
    final List<String> heard = new java.util.concurrent.CopyOnWriteArrayList<>();

    @Override
    public void interrupted(java.util.UUID agent, String activation) {
      heard.add("interrupted " + activation);
    }

    @Override
    public void ended(java.util.UUID agent, String activation) {
      heard.add("ended " + activation);
    }
  }
}
