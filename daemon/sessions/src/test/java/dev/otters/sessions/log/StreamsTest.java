package dev.otters.sessions.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.otters.api.session.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StreamsTest {
  private static final long SESSION = 7;

  private final Streams streams = new Streams();

  private static SessionEvent event(long seq, String body) {
    return new SessionEvent(
        seq,
        "e" + seq,
        EventType.TURN_STARTED,
        Optional.empty(),
        Optional.empty(),
        Instant.EPOCH,
        body);
  }

  private void commit(long seq, String body) {
    streams.committed(SESSION, event(seq, body));
  }

  private Follower follow(long after, Follower.Log log) {
    return streams.follow(SESSION, after, log, () -> after);
  }

  private static List<Long> numbers(Follower follower) throws InterruptedException {
    List<Long> numbers = new ArrayList<>();
    Optional<StreamItem> next = follower.next(Duration.ZERO);
    while (next.isPresent()) {
      numbers.add(((StreamItem.Durable) next.get()).event().seq());
      next = follower.next(Duration.ZERO);
    }
    return numbers;
  }

  @Test
  void aFollowerThatHasAllEarlierEventsGetsTheNextOnesWithoutTheLog() throws Exception {
    List<Long> read = new ArrayList<>();
    try (Follower follower =
        follow(
            3,
            (after, upTo) -> {
              read.add(upTo);
              return List.of();
            })) {
      assertThat(numbers(follower)).isEmpty();
      commit(4, "{}");
      commit(5, "{}");
      assertThat(numbers(follower)).containsExactly(4L, 5L);
      assertThat(read).containsExactly(3L);
    }
  }

  @Test
  void aFollowerThatLacksEventsReadsThemFromTheLog() throws Exception {
    try (Follower follower =
        follow(
            3,
            (after, upTo) ->
                LongStream.rangeClosed(after + 1, upTo).mapToObj(n -> event(n, "{}")).toList())) {
      commit(6, "{}");
      assertThat(numbers(follower)).containsExactly(4L, 5L, 6L);
      commit(5, "{}");
      assertThat(numbers(follower)).isEmpty();
    }
  }

  @Test
  void eventsThatASlowFollowerLeavesDoNotFillTheMemory() throws Exception {
    String large = "x".repeat(Follower.MAX_EVENTS / 2);
    List<Long> read = new ArrayList<>();
    try (Follower follower =
        follow(
            0,
            (after, upTo) -> {
              read.add(after);
              return LongStream.rangeClosed(after + 1, upTo).mapToObj(n -> event(n, "{}")).toList();
            })) {
      assertThat(numbers(follower)).isEmpty();
      read.clear();
      commit(1, large);
      commit(2, large);
      commit(3, large);
      commit(4, "{}");
      assertThat(numbers(follower)).containsExactly(1L, 2L, 3L, 4L);
      assertThat(read).containsExactly(0L);
    }
  }

  @Test
  void anEventThatWasReadIsNotSentAgain() throws Exception {
    try (Follower follower =
        follow(2, (after, upTo) -> after == upTo ? List.of() : fail("reads " + upTo))) {
      assertThat(numbers(follower)).isEmpty();
      commit(3, "{}");
      assertThat(numbers(follower)).containsExactly(3L);
    }
  }
}
