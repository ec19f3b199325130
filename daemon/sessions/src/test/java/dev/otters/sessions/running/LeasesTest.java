package dev.otters.sessions.running;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.time.ManualTime;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LeasesTest {
  @Test
  void anEndThatFailsIsTriedAgainUntilItSucceeds() {
    ManualTime time = new ManualTime();
    List<String> ends = new ArrayList<>();
    Leases leases =
        new Leases(
            time,
            lease -> {
              ends.add(lease.activation());
              if (ends.size() < 3) {
                throw new IllegalStateException("the disk is full");
              }
            });
    leases.start(turn(), Duration.ofMinutes(30));

    time.advance(Leases.TERM);
    assertThat(ends).hasSize(1);
    assertThat(leases.holds("a", 1)).isTrue();
    time.advance(Leases.TERM);
    assertThat(ends).hasSize(2);
    time.advance(Leases.TERM);
    assertThat(ends).containsExactly("a", "a", "a");
    assertThat(leases.holds("a", 1)).isFalse();
    time.advance(Leases.TERM.multipliedBy(3));
    assertThat(ends).hasSize(3);
  }

  @Test
  void aLeaseThatEndsLeavesNoCheckBehind() {
    ManualTime time = new ManualTime();
    Leases leases = new Leases(time, lease -> {});
    leases.start(turn(), Duration.ofMinutes(30));
    assertThat(time.waiting()).isEqualTo(1);

    leases.end("a");
    assertThat(time.waiting()).isZero();
  }

  private static ActivationRow turn() {
    return new ActivationRow(
        "a",
        1,
        new UUID(0, 1),
        new UUID(0, 1),
        "t",
        ActivationState.LEASED,
        1,
        0,
        Optional.empty(),
        1,
        0,
        false,
        Optional.empty());
  }
}
