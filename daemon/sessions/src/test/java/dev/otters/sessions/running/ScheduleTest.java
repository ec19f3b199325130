package dev.otters.sessions.running;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.time.ManualTime;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private final UUID agent = UUID.randomUUID();
  private final ManualTime time = new ManualTime();
  private final Schedule schedule = new Schedule(time);

  @Test
  void anAgentWithoutWorkIsIdleUntilWorkIsAdded() {
    assertThat(schedule.isIdle(agent)).isFalse();
    schedule.idle(agent, schedule.mark(agent));
    assertThat(schedule.isIdle(agent)).isTrue();
    schedule.wake(agent);
    assertThat(schedule.isIdle(agent)).isFalse();
  }

  @Test
  void workIsDueAfterItsDelayOrOnceItIsWantedAtOnce() {
    schedule.ready(agent, "a", Duration.ofMinutes(2));
    schedule.ready(agent, "b", Duration.ofMinutes(2));
    schedule.ready(agent, "b", Duration.ZERO);
    assertThat(schedule.isDue("a")).isFalse();
    assertThat(schedule.isDue("b")).isTrue();
    time.advance(Duration.ofMinutes(2));
    assertThat(schedule.isDue("a")).isTrue();
  }

  @Test
  void workThatIsAddedWhileItIsLookedForIsNotMissed() {
    long mark = schedule.mark(agent);
    schedule.wake(agent);
    schedule.idle(agent, mark);
    assertThat(schedule.isIdle(agent)).isFalse();
  }

  @Test
  void aPlaceThatIsFreeWakesOnlyAnAgentWithWork() {
    long mark = schedule.mark(agent);
    schedule.freed(agent);
    assertThat(schedule.mark(agent)).isNotEqualTo(mark);
    schedule.idle(agent, schedule.mark(agent));
    long idle = schedule.mark(agent);
    schedule.freed(agent);
    assertThat(schedule.mark(agent)).isEqualTo(idle);
  }
}
