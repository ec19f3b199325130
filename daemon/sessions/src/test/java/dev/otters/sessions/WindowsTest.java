package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
      assertThat(all || size > Windows.MAX_BYTES - 200_000).isTrue();
    }
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
