package dev.otters.sessions.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RunningCallsTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final RunningCalls calls = new RunningCalls();
  private final UUID agent = UUID.randomUUID();

  /** Starts a call that runs until it is stopped, and returns what tells its end. */
  private CountDownLatch start(long key, Set<UUID> users) throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    calls.start(
        key,
        users,
        () -> {
          try {
            started.countDown();
            new CountDownLatch(1).await();
          } catch (InterruptedException _) {
            ended.countDown();
          }
          return () -> {};
        });
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    return ended;
  }

  @Test
  void theCallsBesideASandboxEndAndThoseOfOthersRunOn() throws InterruptedException {
    UUID own = UUID.randomUUID();
    CountDownLatch mine = start(1, Set.of(agent, own));
    CountDownLatch shared = start(2, Set.of(agent));

    assertThat(calls.stop(own, LONG)).isTrue();

    assertThat(mine.getCount()).isZero();
    assertThat(shared.getCount()).isOne();
    assertThat(calls.stop(agent, LONG)).isTrue();
    assertThat(shared.getCount()).isZero();
  }
}
