package dev.otters.agents.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.otters.home.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AgentTasksTest {
  private static final UUID AGENT = UUID.randomUUID();

  @AutoClose private final Background background = new Background();
  private final AgentTasks tasks = new AgentTasks(background, new ManualTime());
  private int count;

  @Test
  void agentsWhoseTasksHaveEndedLeaveNothing() {
    for (int i = 0; i < 100; i++) {
      UUID agent = UUID.randomUUID();
      tasks.run(agent, () -> tasks.run(agent, () -> count++));
    }
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                tasks.run(
                    AGENT,
                    () -> {
                      throw new IllegalStateException("no");
                    }));

    assertThat(count).isEqualTo(100);
    assertThat(tasks.busy()).isZero();
  }

  @Test
  void tasksOfAnAgentRunOneAtATime() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int j = 0; j < 10_000; j++) {
                      tasks.run(AGENT, () -> count++);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(count).isEqualTo(40_000);
    assertThat(tasks.busy()).isZero();
  }
}
