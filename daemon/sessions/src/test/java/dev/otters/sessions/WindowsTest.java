package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.conversation.Windows;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsTest extends SessionBench {
  private List<ChatMessage> seen() {
    Activation turn = kit.lease();
    List<ChatMessage> messages = kit.conversation(turn).messages();
    kit.answer(turn, "done");
    return messages;
  }

  @Test
  void aSessionThatFitsIsSeenAsAWhole() {
    for (int turn = 1; turn <= 10; turn++) {
      kit.say("message " + turn);
      assertThat(seen()).hasSize(2 * turn - 1);
    }
  }

  @Test
  void aTurnThatIsLargerThanTheWindowIsSeenAlone() {
    kit.say("small");
    seen();
    String large = "x".repeat((int) Windows.MAX_BYTES);
    kit.say(large);

    assertThat(seen()).containsExactly(new ChatMessage.User(large));
    kit.say("after");
    assertThat(seen()).containsExactly(new ChatMessage.User("after"));
  }

  @Test
  void theTextsOfABrokenAttemptStayInTheirOrder() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.append(turn, new EventBody.AgentMessage("a", true), new EventBody.AgentMessage("b", true));
    assertThat(kit.conversation(turn).messages())
        .containsExactly(new ChatMessage.User("one"), said("a"), said("b"));
    kit.service().interrupt(kit.agent, kit.session);
    kit.ack(turn, new Outcome.Interrupted(""));
    kit.say("two");

    turn = kit.lease();
    kit.append(turn, new EventBody.AgentMessage("c", true));
    kit.answer(turn, "done");
    kit.say("three");
    assertThat(seen())
        .containsExactly(
            new ChatMessage.User("one"),
            said("a"),
            said("b"),
            new ChatMessage.User("two"),
            said("c"),
            said("done"),
            new ChatMessage.User("three"));
  }

  private static ChatMessage said(String text) {
    return new ChatMessage.Assistant(text, List.of());
  }

  @Test
  void manySmallEventsFillAWindowAndARequest() {
    kit.say("long work");
    Activation turn = kit.lease();
    appendSmall(turn, 5500);
    assertThat(kit.conversation(turn).messages()).hasSize(5501);
    kit.answer(turn, "done");
    kit.say("next");
    turn = kit.lease();
    assertThat(kit.conversation(turn).messages()).containsExactly(new ChatMessage.User("next"));

    appendSmall(turn, 25_000);
    assertThat(kit.conversation(turn).messages()).hasSizeBetween(10_000, 20_001);
  }

  private void appendSmall(Activation turn, int count) {
    EventBody body = new EventBody.AgentMessage("x", true);
    List<Event> events =
        IntStream.range(0, count).mapToObj(i -> new Event(turn.id() + i, body)).toList();
    kit.turns().append(kit.agent, turn.id(), turn.fence(), events);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theNewestWholeTurnsAreSeen(long seed) {
    Random random = new Random(seed);
    List<String> said = new ArrayList<>();
    for (int turn = 0; turn < 60; turn++) {
      int messages = 1 + random.nextInt(3);
      for (int message = 0; message < messages; message++) {
        String text = turn + "." + message + " " + "x".repeat(random.nextInt(60_000));
        said.add(text);
        kit.say(text);
      }
      List<String> users =
          seen().stream()
              .filter(ChatMessage.User.class::isInstance)
              .map(user -> ((ChatMessage.User) user).text())
              .toList();

      assertThat(said).endsWith(users.toArray(String[]::new));
      assertThat(users.getFirst()).contains(".0 ");
      long size = users.stream().mapToLong(String::length).sum();
      assertThat(size).isLessThanOrEqualTo(Windows.MAX_BYTES);
      boolean all = users.size() == said.size();
      assertThat(all || size > Windows.MAX_BYTES / 2 - 200_000).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theStartOfTheConversationStaysTheSameForManyTurns(long seed) {
    Random random = new Random(seed);
    List<ChatMessage> before = List.of();
    int cuts = 0;
    for (int turn = 0; turn < 120; turn++) {
      kit.say("message " + turn + " " + "x".repeat(random.nextInt(60_000)));
      List<ChatMessage> now = seen();
      if (!now.subList(0, Math.min(before.size(), now.size())).equals(before)) {
        cuts++;
        assertThat(now.size()).isLessThan(before.size());
      }
      assertThat(((ChatMessage.User) now.getLast()).text()).startsWith("message " + turn + " ");
      before = now;
    }
    assertThat(cuts).isBetween(4, 7);
  }

  @Test
  void aKnownContextLimitsTheWindowAndTheRequest() {
    kit.turns().measure(model -> OptionalInt.of(10_000));
    for (int turn = 0; turn < 20; turn++) {
      kit.say("message " + turn + " " + "x".repeat(3000));
      assertThat(seen().toString().length()).isLessThan(16_000);
    }
    kit.say("work");
    Activation turn = kit.lease();
    for (int step = 1; step <= 30; step++) {
      kit.append(
          turn,
          SessionKit.use("c" + step, step, "ls"),
          SessionKit.result("c" + step, "x".repeat(3000)));
      assertThat(kit.conversation(turn).messages().toString().length()).isLessThan(36_000);
    }
  }

  @Test
  void theStartOfALongTurnMovesRarely() {
    kit.say("work");
    Activation turn = kit.lease();
    List<ChatMessage> before = List.of();
    int cuts = 0;
    for (int step = 1; step <= 100; step++) {
      kit.append(
          turn,
          SessionKit.use("c" + step, step, "ls"),
          SessionKit.result("c" + step, "x".repeat(60_000)));
      List<ChatMessage> now = kit.conversation(turn).messages();
      assertThat(now.getFirst()).isEqualTo(new ChatMessage.User("work"));
      cuts += now.subList(0, Math.min(before.size(), now.size())).equals(before) ? 0 : 1;
      before = now;
    }
    assertThat(cuts).isBetween(3, 5);
  }

  @Test
  void messagesThatWaitedDuringATurnAreSeenWithTheTurnThatAnswersThem() {
    for (int turn = 0; turn < 30; turn++) {
      if (turn == 0) {
        kit.say("0 " + "x".repeat(50_000));
      }
      Activation running = kit.lease();
      kit.say((turn + 1) + " " + "x".repeat(50_000));
      List<ChatMessage> messages = kit.conversation(running).messages();
      kit.answer(running, "answer " + turn);

      assertThat(messages.getFirst()).isInstanceOf(ChatMessage.User.class);
      assertThat(((ChatMessage.User) messages.getLast()).text()).startsWith(turn + " ");
    }
  }
}
