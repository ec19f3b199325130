package dev.otters.home.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SystemTimeTest {
  @AutoClose private final SystemTime time = new SystemTime();

  private void awaitTask(Duration delay) throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    Time.Timer unused = time.after(delay, ran::countDown);
    assertThat(ran.await(50, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aTaskRunsOnceItsTimeHasCome() throws InterruptedException {
    long start = time.nanos();
    awaitTask(Duration.ofMillis(20));
    assertThat(time.nanos() - start).isGreaterThanOrEqualTo(20_000_000);
    awaitTask(Duration.ofSeconds(-1));
  }

  @Test
  void aTaskThatFailsOrBlocksDelaysNoOther() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    Time.Timer unused =
        time.after(
            Duration.ZERO,
            () -> {
              throw new IllegalStateException("a failure that the test wants");
            });
    Time.Timer blocked =
        time.after(
            Duration.ZERO,
            () -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    awaitTask(Duration.ofMillis(1));
    never.countDown();
    blocked.cancel();
  }

  @Test
  void aCancelledTaskDoesNotRun() throws InterruptedException {
    AtomicBoolean ran = new AtomicBoolean();
    Time.Timer timer = time.after(Duration.ofMillis(50), () -> ran.set(true));
    timer.cancel();
    awaitTask(Duration.ofMillis(100));
    assertThat(ran).isFalse();
  }
}
