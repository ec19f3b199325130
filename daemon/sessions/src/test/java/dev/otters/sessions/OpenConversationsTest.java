package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.store.Rows;
import dev.otters.protocol.Activation;
import dev.otters.protocol.EventBody;
import dev.otters.sessions.conversation.OpenConversations;
import dev.otters.sessions.conversation.Transcripts;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationRows;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A kept conversation is the one that the log has, whatever happens between two steps. */
class OpenConversationsTest extends SessionBench {
  private final OpenConversations conversations = new OpenConversations(1 << 20);
  private final List<String> statements = new ArrayList<>();

  /** Reads the next step of a turn, and returns whether it read the prompt. */
  private boolean step(Activation turn) {
    return step(conversations, turn);
  }

  private boolean step(OpenConversations of, Activation turn) {
    statements.clear();
    ActivationRow row =
        kit.database.read(
            rows -> new ActivationRows(kit.time).find(rows, kit.agent, turn.id()).orElseThrow());
    Transcripts.Transcript read = kit.database.read(rows -> read(of, noting(rows), row));
    assertThat(read).isEqualTo(kit.conversation(turn));
    return statements.stream().anyMatch(sql -> sql.contains("FROM blobs"));
  }

  private static Transcripts.Transcript read(OpenConversations of, Rows rows, ActivationRow turn) {
    return of.read(rows, turn, of.take(rows, turn));
  }

  private Rows noting(Rows rows) {
    return (Rows)
        Proxy.newProxyInstance(
            Rows.class.getClassLoader(),
            new Class<?>[] {Rows.class},
            (_, method, arguments) -> {
              statements.add((String) arguments[0]);
              try {
                return method.invoke(rows, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void use(Activation turn, int step, String output) {
    String call = "c" + step;
    kit.append(turn, SessionKit.use(call, step, "ls"));
    kit.say("meanwhile " + step);
    kit.append(turn, SessionKit.result(call, output));
  }

  @Test
  void aStepReadsWhatIsNewAndNoMessageOfALaterTurn() {
    kit.say("one");
    Activation turn = kit.lease();
    assertThat(step(turn)).isTrue();
    for (int step = 1; step < 5; step++) {
      use(turn, step, "output " + step);
      assertThat(step(turn)).isFalse();
    }
  }

  @Test
  void aNewAttemptReadsEverythingAndSeesTheMessagesThatCameMeanwhile() {
    kit.say("one");
    Activation turn = kit.lease();
    assertThat(step(turn)).isTrue();
    use(turn, 1, "output");
    assertThat(step(turn)).isFalse();
    kit.lose();
    assertThat(step(kit.lease())).isTrue();
  }

  @Test
  void aConversationThatOutgrowsItsRequestIsShortenedAsOneThatWasReadAtOnce() {
    OpenConversations large = new OpenConversations(1 << 24);
    kit.say("one");
    Activation turn = kit.lease();
    for (int step = 1; step <= 6; step++) {
      use(turn, step, "x".repeat(600_000));
      assertThat(step(large, turn)).isEqualTo(step == 1);
    }
  }

  @Test
  void theThoughtOfAStepThatIsLeftOutIsNotThatOfALaterStep() {
    OpenConversations large = new OpenConversations(1 << 24);
    kit.say("one");
    Activation turn = kit.lease();
    kit.append(turn, new EventBody.Thinking(1, "acme/large", "[\"hm\"]"));
    assertThat(step(large, turn)).isTrue();
    for (int step = 1; step <= 6; step++) {
      use(turn, step, "x".repeat(600_000));
    }
    assertThat(step(large, turn)).isFalse();
    assertThat(kit.conversation(turn).messages().toString()).doesNotContain("hm");
  }

  @Test
  void whatIsTooLargeOrOverIsReadAgain() {
    kit.say("one");
    Activation turn = kit.lease();
    OpenConversations small = new OpenConversations(200);
    assertThat(step(small, turn)).isTrue();
    use(turn, 1, "x".repeat(400));
    assertThat(step(small, turn)).isFalse();
    assertThat(step(small, turn)).isTrue();
    assertThat(step(turn)).isTrue();
    conversations.forget(turn.id());
    assertThat(step(turn)).isTrue();
  }
}
