package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import dev.otters.sessions.log.SessionStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UserMessageTest extends SessionBench {
  private long send(String id, String text) {
    return kit.service().appendUserMessage(kit.agent, kit.session, id, text, tx -> {});
  }

  @Test
  void aPageOfEventsHasALimitInBytesAndAtLeastOneEvent() {
    String half = "x".repeat(EventLog.PAGE_BYTES / 2);
    for (String text : List.of("a", "b", half, half, half, half + half, "c")) {
      kit.say(text);
    }
    assertThat(page(0)).containsExactly(1L, 2L, 3L, 4L);
    assertThat(page(4)).containsExactly(5L, 6L);
    assertThat(page(5)).containsExactly(6L);
    assertThat(page(6)).containsExactly(7L);
    assertThat(page(7)).isEmpty();
  }

  private List<Long> page(long after) {
    return kit.service().events(kit.agent, kit.session, after, 200).stream()
        .map(SessionEvent::seq)
        .toList();
  }

  @Test
  @Timeout(30)
  void aMessageThatArrivedDuringATurnWakesARuntimeThatHadFoundNoWork() throws Exception {
    send("a", "Hello");
    Activation first = kit.lease();
    assertThat(kit.tryLease()).isEmpty();
    send("b", "And now?");
    kit.answer(first, "Hi");

    assertThat(kit.turns().lease(kit.agent, "connection 1").id()).isNotEqualTo(first.id());
  }

  @Test
  void aMessageIsInTheLogWhenItIsAnswered() {
    assertThat(send("a", "Hello")).isEqualTo(1);
    kit.restart(Set.of());
    assertThat(kit.events()).hasSize(1);
    assertThat(kit.events().getFirst().body()).isEqualTo("{\"text\":\"Hello\"}");
  }

  @Test
  void theSameMessageAgainChangesNothing() {
    long first = send("a", "Hello");
    Activation turn = kit.lease();
    kit.answer(turn, "Hi");
    assertThat(send("a", "Hello")).isEqualTo(first);
    assertThat(kit.tryLease()).isEmpty();
    assertThat(kit.events(EventType.USER_MESSAGE)).hasSize(1);
  }

  @Test
  void anotherMessageUnderTheSameIdIsAConflict() {
    send("a", "Hello");
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> send("a", "Bye"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.CONFLICT));
    assertThat(kit.events()).hasSize(1);
  }

  static Stream<String> wrongIds() {
    return Stream.of("", "a b", "ä", "a/b", "a\nb", "a".repeat(129));
  }

  @ParameterizedTest
  @MethodSource("wrongIds")
  void idsOfAnotherFormAreRefused(String id) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> send(id, "Hello"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.INVALID));
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> new SessionId(id))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.INVALID));
  }

  @Test
  void anEmptyAndAnEndlessMessageAreRefused() {
    for (String text : List.of("", " \n", "x".repeat((1 << 20) + 1))) {
      assertThatExceptionOfType(SessionException.class)
          .isThrownBy(() -> send("a", text))
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.INVALID));
    }
    assertThat(kit.service().list(Optional.of(kit.agent), "", SessionPlace.FIRST, 1000)).isEmpty();
  }

  @Test
  void anAgentThatTakesNoMessagesLeavesNoSessionBehind() {
    assertThatIllegalStateException()
        .isThrownBy(() -> kit.refuse(new IllegalStateException("the agent is stopped")));
    assertThat(kit.service().list(Optional.of(kit.agent), "", SessionPlace.FIRST, 1000)).isEmpty();
  }

  @Test
  void messagesThatWaitAreAnsweredTogether() {
    kit.say("one");
    kit.say("two");
    Activation turn = kit.lease();
    assertThat(kit.conversation(turn).messages())
        .containsExactly(new ChatMessage.User("one"), new ChatMessage.User("two"));
    kit.answer(turn, "both");
    assertThat(kit.tryLease()).isEmpty();
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aMessageDuringATurnIsAnsweredByTheNextOneAndStandsBehindTheAnswer() {
    kit.say("one");
    Activation first = kit.lease();
    kit.say("two");
    assertThat(kit.tryLease()).isEmpty();
    kit.answer(first, "first answer");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.RESCHEDULING);
    Activation second = kit.lease();
    assertThat(second.turn()).isNotEqualTo(first.turn());
    assertThat(kit.conversation(second).messages())
        .containsExactly(
            new ChatMessage.User("one"),
            new ChatMessage.Assistant("first answer", List.of()),
            new ChatMessage.User("two"));
    kit.answer(second, "second answer");
    assertThat(kit.view().turns()).isEqualTo(2);
  }

  @Test
  void aTurnNamesTheMessagesThatItAnswers() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.answer(turn, "done");
    SessionEvent started = kit.events(EventType.TURN_STARTED).getFirst();
    assertThat(started.body())
        .matches(
            "\\{\"attempt\":1,\"context\":\"[0-9a-f]{64}\",\"fence\":1,\"messages\":\\[\"m1\"]}");
    assertThat(kit.events(EventType.TURN_FINISHED).getFirst().turn())
        .isEqualTo(started.turn())
        .contains(turn.turn());
  }

  @Test
  void aTurnOfASessionLooksLikeThisInTheLog() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.append(turn, SessionKit.use("c1", 1, "ls"), SessionKit.result("c1", "README.md\n"));
    kit.answer(turn, "done");
    assertThat(kit.types())
        .containsExactly(
            "user.message",
            "turn.started",
            "session.status_changed",
            "agent.tool_use",
            "agent.tool_result",
            "agent.message",
            "turn.finished",
            "session.status_changed");
    assertThat(kit.events())
        .extracting(SessionEvent::seq)
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    assertThat(kit.view().usage()).isEqualTo(SessionKit.USAGE);
  }

  @Test
  void aNewMessageRevivesWhatFailedForGood() {
    kit.say("one");
    kit.fail(kit.lease(), ErrorKind.PERMANENT);
    assertThat(kit.view().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    assertThat(kit.tryLease()).isEmpty();
    kit.say("two");
    assertThat(kit.conversation(kit.lease()).messages())
        .containsExactly(new ChatMessage.User("one"), new ChatMessage.User("two"));
  }

  @Test
  void sessionsOfTwoAgentsMayHaveTheSameId() {
    UUID other = UUID.randomUUID();
    kit.say("one");
    kit.service().appendUserMessage(other, kit.session, "m1", "another", tx -> {});
    assertThat(kit.events()).hasSize(1);
    assertThat(kit.service().events(other, kit.session, 0, 10)).hasSize(1);
  }

  @Test
  void deletingAnAgentDeletesItsSessionsAndNoOthers() {
    UUID other = UUID.randomUUID();
    kit.say("one");
    Activation turn = kit.lease();
    kit.service().appendUserMessage(other, kit.session, "m1", "another", tx -> {});
    kit.database.update(tx -> kit.sessions.removal().removeAll(tx, kit.agent));
    assertThat(kit.service().list(Optional.of(kit.agent), "", SessionPlace.FIRST, 1000)).isEmpty();
    assertThat(kit.service().list(Optional.of(other), "", SessionPlace.FIRST, 9)).hasSize(1);
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> kit.answer(turn, "late"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.STALE_FENCE));
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(kit::events)
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND));
    for (String table : List.of("events", "activations", "activation_journal")) {
      assertThat(
              kit.database.<Long>read(
                  rows -> rows.number("SELECT count(DISTINCT session) AS n FROM " + table)))
          .as(table)
          .isLessThanOrEqualTo(1);
    }
  }
}
