package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.time.ManualTime;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private final UUID agent = UUID.randomUUID();
  private final Schedule schedule = new Schedule(new ManualTime());

  @Test
  void anAgentWithoutWorkIsIdleUntilWorkIsAdded() {
    assertThat(schedule.isIdle(agent)).isFalse();
    schedule.idle(agent, schedule.mark(agent));
    assertThat(schedule.isIdle(agent)).isTrue();
    schedule.wake(agent);
    assertThat(schedule.isIdle(agent)).isFalse();
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
