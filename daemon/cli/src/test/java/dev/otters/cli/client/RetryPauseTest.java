package dev.otters.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pauses of a client, on a clock that only they move. */
class RetryPauseTest {
  private static final String NOTE = "waiting for the daemon: connection refused";

  private final List<Duration> waits = new ArrayList<>();
  private final AtomicInteger revivals = new AtomicInteger();
  private final RetryPause pause =
      new RetryPause(revivals::incrementAndGet, "Restart it.", this::nanos, waits::add);

  private long nanos() {
    return waits.stream().mapToLong(Duration::toNanos).sum();
  }

  /** Pauses several times, and returns the notes. */
  private List<String> pause(int times) {
    return Stream.generate(() -> String.valueOf(pause.pause("connection refused")))
        .limit(times)
        .filter(note -> !note.equals("null"))
        .toList();
  }

  @Test
  void pausesGrowAndTheDaemonIsRevivedOnce() {
    assertThat(pause(4)).isEmpty();
    assertThat(revivals).hasValue(0);
    assertThat(pause(3)).containsExactly(NOTE);
    assertThat(revivals).hasValue(1);
    assertThat(waits)
        .extracting(Duration::toMillis)
        .containsExactly(100L, 200L, 400L, 800L, 1600L, 2000L, 2000L);
  }

  @Test
  void aDaemonThatStaysAwayForAMinuteIsGivenUp() {
    pause(34);
    assertThat(nanos()).isGreaterThan(Duration.ofSeconds(60).toNanos());
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> pause(1))
        .withMessageContaining("unreachable for 60 seconds: connection refused")
        .satisfies(
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.DAEMON_UNREACHABLE);
              assertThat(e.problem().remedy()).isEqualTo("Restart it.");
            });
  }

  @Test
  void aDaemonThatAnsweredMayBeAwayAsLongAgain() {
    pause(34);
    waits.add(Duration.ofHours(1));
    pause.reset();
    int before = waits.size();

    assertThat(pause(34)).containsExactly(NOTE);
    assertThat(revivals).hasValue(2);
    assertThat(waits.get(before)).isEqualTo(Duration.ofMillis(100));
  }
}
