package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.protocol.Activation;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.Follower;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.StreamItem;
import dev.otters.sessions.log.StreamItem.Delta;
import dev.otters.sessions.log.StreamItem.Durable;
import dev.otters.sessions.log.StreamItem.End;
import dev.otters.sessions.log.StreamItem.Restarted;
import dev.otters.sessions.log.StreamItem.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FollowerTest extends SessionBench {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private Follower follow(long after) {
    return kit.service().follow(kit.agent, kit.session, after);
  }

  private CompletionStream completion(Activation turn) {
    return kit.completion(turn);
  }

  /** Reads all that is there now, as words. */
  private static List<String> now(Follower follower) throws InterruptedException {
    List<String> items = new ArrayList<>();
    Optional<StreamItem> next = follower.next(Duration.ZERO);
    while (next.isPresent() && !(next.get() instanceof End)) {
      items.add(word(next.get()));
      next = follower.next(Duration.ZERO);
    }
    return items;
  }

  private static String word(StreamItem item) {
    return switch (item) {
      case Durable(SessionEvent event) -> event.seq() + " " + event.type();
      case Delta(String text) -> "+" + text;
      case Snapshot(String text) -> "=" + text;
      case StreamItem.Note(String text) -> "note " + text;
      case Restarted() -> "restarted";
      case End() -> "end";
    };
  }

  @Test
  void aFollowerGetsWhatWasAndWhatComes() throws Exception {
    kit.say("one");
    try (Follower follower = follow(0)) {
      assertThat(now(follower)).containsExactly("1 user.message");
      Activation turn = kit.lease();
      CompletionStream completion = completion(turn);
      completion.delta("Hel");
      completion.delta("lo");
      assertThat(now(follower))
          .containsExactly("2 turn.started", "3 session.status_changed", "+Hello");
      kit.answer(turn, "Hello");
      assertThat(now(follower))
          .containsExactly("4 agent.message", "5 turn.finished", "6 session.status_changed");
    }
  }

  @Test
  void aFollowerBeginsBehindTheNumberThatItKnows() throws Exception {
    kit.say("one");
    kit.answer(kit.lease(), "Hello");
    try (Follower follower = follow(4)) {
      assertThat(now(follower)).containsExactly("5 turn.finished", "6 session.status_changed");
    }
    try (Follower follower = follow(6)) {
      assertThat(now(follower)).isEmpty();
    }
  }

  @Test
  void aFollowerThatJoinsInMidTurnGetsTheTextSoFar() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    completion(turn).delta("Hel");
    try (Follower follower = follow(3)) {
      assertThat(now(follower)).containsExactly("=Hel");
      completion(turn).delta("lo");
      assertThat(now(follower)).containsExactly("restarted", "+lo");
    }
  }

  @Test
  void textThatNoMessageKeptIsVoidWhenTheNextCompletionSpeaks() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    try (Follower follower = follow(3)) {
      completion(turn).delta("Hel");
      assertThat(now(follower)).containsExactly("=", "+Hel");
      completion(turn).delta("Good day");
      assertThat(now(follower)).containsExactly("restarted", "+Good day");
    }
  }

  @Test
  void aMessageTakesThePlaceOfTheLiveText() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    completion(turn).delta("Let me look.");
    kit.append(turn, new EventBody.AgentMessage("Let me look.", true));
    completion(turn).delta("It is");
    try (Follower follower = follow(4)) {
      assertThat(now(follower)).containsExactly("=It is");
    }
  }

  @Test
  void textOfAnAttemptThatFailedIsVoid() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    CompletionStream completion = completion(turn);
    try (Follower follower = follow(3)) {
      completion.delta("Hel");
      assertThat(now(follower)).containsExactly("=", "+Hel");
      kit.fail(turn, ErrorKind.TRANSIENT);
      completion.delta("lo");
      assertThat(now(follower)).containsExactly("4 error", "5 session.status_changed", "restarted");
    }
  }

  @Test
  void aSlowFollowerGetsTheTextInOnePiece() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    try (Follower follower = follow(3)) {
      CompletionStream completion = completion(turn);
      IntStream.range(0, 10_000).forEach(i -> completion.delta("x"));
      assertThat(now(follower)).containsExactly("=", "+" + "x".repeat(10_000));
    }
  }

  @Test
  void aRemarkIsToldToThoseWhoFollowAndToOneWhoJoinsUntilTextComes() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    CompletionStream completion = completion(turn);
    try (Follower follower = follow(3)) {
      completion.note("2 before yours");
      completion.note("1 before yours");
      assertThat(now(follower)).containsExactly("=", "note 1 before yours");
      try (Follower late = follow(3)) {
        assertThat(now(late)).containsExactly("=", "note 1 before yours");
      }
      completion.delta("Hello");
      assertThat(now(follower)).containsExactly("+Hello");
    }
    try (Follower later = follow(3)) {
      assertThat(now(later)).containsExactly("=Hello");
    }
    kit.answer(turn, "Hello");
    completion.note("too late");
    try (Follower after = follow(0)) {
      assertThat(now(after)).noneMatch(item -> item.startsWith("note"));
    }
  }

  @Test
  void unreadTextIsDroppedOnceTheMessageThatReplacesItIsInTheLog() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    try (Follower follower = follow(3)) {
      completion(turn).delta("Let me");
      completion(turn).delta("Let me look.");
      kit.append(
          turn,
          new EventBody.AgentMessage("Let me look.", true),
          SessionKit.use("c", 1),
          SessionKit.result("c", "done"));
      completion(turn).delta("It is");
      assertThat(now(follower))
          .containsExactly("4 agent.message", "5 agent.tool_use", "6 agent.tool_result", "+It is");
    }
  }

  @Test
  void textOfOneCompletionStaysInOnePieceWhenOtherEventsComeBetween() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    try (Follower follower = follow(3)) {
      CompletionStream completion = completion(turn);
      completion.delta("Hel");
      kit.say("two");
      completion.delta("lo");
      kit.say("three");
      assertThat(now(follower)).containsExactly("=", "+Hello", "4 user.message", "5 user.message");
    }
  }

  @Test
  void unreadTextAboveTheLimitIsDroppedWithTheRestOfItsCompletion() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    String most = "x".repeat(512 << 10);
    try (Follower follower = follow(3)) {
      CompletionStream completion = completion(turn);
      completion.delta(most);
      completion.delta("more");
      assertThat(now(follower)).containsExactly("=", "+" + most);
      completion.delta("the rest");
      assertThat(now(follower)).isEmpty();
      try (Follower late = follow(3)) {
        completion.delta("!");
        assertThat(now(late)).containsExactly("=");
      }
      kit.append(turn, new EventBody.AgentMessage(most + "morethe rest!", true));
      completion(turn).delta("It is");
      assertThat(now(follower)).containsExactly("4 agent.message", "+It is");
    }
  }

  @Test
  void theNextCompletionIsHeardAfterOneThatWasDropped() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    try (Follower follower = follow(3)) {
      completion(turn).delta("x".repeat((512 << 10) + 1));
      assertThat(now(follower)).containsExactly("=");
      completion(turn).delta("Good day");
      assertThat(now(follower)).containsExactly("restarted", "+Good day");
    }
  }

  @Test
  void manyFollowersOfManyWritersMissNothingAndGetNothingTwice() throws Exception {
    kit.say("m");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<Long>>> followers =
          IntStream.range(0, 8).mapToObj(i -> threads.submit(() -> read(120))).toList();
      List<Future<?>> writers =
          IntStream.range(0, 4).<Future<?>>mapToObj(i -> threads.submit(() -> write(i))).toList();
      for (Future<?> writer : writers) {
        writer.get();
      }
      List<Long> all = LongStream.rangeClosed(1, 120).boxed().toList();
      for (Future<List<Long>> follower : followers) {
        assertThat(follower.get()).isEqualTo(all);
      }
    }
  }

  private List<Long> read(int count) throws InterruptedException {
    List<Long> seen = new ArrayList<>();
    try (Follower follower = follow(0)) {
      while (seen.size() < count) {
        if (follower.next(PATIENCE).orElseThrow() instanceof Durable(SessionEvent event)) {
          seen.add(event.seq());
        }
      }
    }
    return seen;
  }

  private void write(int writer) {
    for (int i = 0; i < 30; i++) {
      kit.service()
          .appendUserMessage(kit.agent, kit.session, "w" + writer + "." + i, "text", tx -> {});
    }
  }

  @Test
  void aLongLogIsReadInPagesWithoutGaps() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    for (int i = 0; i < 450; i++) {
      kit.append(turn, SessionKit.use("c" + i, i));
    }
    try (Follower follower = follow(0)) {
      assertThat(now(follower)).hasSize(454).endsWith("453 agent.tool_use", "=");
    }
  }

  @Test
  void aFollowerWaitsAsLongAsItSaysAndNoLonger() throws Exception {
    kit.say("one");
    try (Follower follower = follow(1)) {
      assertThat(follower.next(Duration.ofMillis(1))).isEmpty();
    }
  }

  @Test
  void closingEndsAWaitingReader() throws Exception {
    kit.say("one");
    Follower follower = follow(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Optional<StreamItem>> waiting = threads.submit(() -> follower.next(PATIENCE));
      follower.close();
      assertThat(waiting.get()).contains(new End());
    }
  }

  @Test
  void followersEndWithTheirAgentAndWithTheDaemon() throws Exception {
    kit.say("one");
    try (Follower follower = follow(1)) {
      kit.database.update(tx -> kit.sessions.removal().removeAll(tx, kit.agent));
      assertThat(follower.next(PATIENCE)).contains(new End());
    }
    kit.say("one");
    try (Follower follower = follow(1)) {
      kit.sessions.close();
      assertThat(follower.next(PATIENCE)).contains(new End());
    }
    try (Follower late = follow(1)) {
      assertThat(late.next(PATIENCE)).contains(new End());
    }
  }

  @Test
  void aSessionThatIsNotThereCannotBeFollowed() {
    assertThatExceptionOfType(SessionException.class).isThrownBy(() -> follow(0));
  }

  @Test
  void afterARestartOneWhoJoinsInMidTurnIsToldThatATurnRuns() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    kit.restart(java.util.Set.of(kit.agent));
    kit.connect(new dev.otters.protocol.Held(turn.id(), turn.fence()));
    try (Follower follower = follow(3)) {
      completion(turn).delta("again");
      assertThat(now(follower)).containsExactly("=", "+again");
    }
  }
}
