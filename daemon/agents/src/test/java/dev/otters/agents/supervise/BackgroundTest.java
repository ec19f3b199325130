package dev.otters.agents.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.AgentKit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackgroundTest {
  private final Background background = new Background();

  @Test
  void theEndWaitsForWorkThatStillTakesThingsAway() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Boolean> mayEnd = new CompletableFuture<>();
    AtomicBoolean ended = new AtomicBoolean();
    background.start(
        "a removal",
        () -> {
          begun.countDown();
          // Like a call to an engine, join cannot be interrupted.
          ended.set(mayEnd.join());
        });
    begun.await();
    AtomicBoolean endedBeforeClose = new AtomicBoolean();
    Thread closing =
        Thread.ofVirtual()
            .start(
                () -> {
                  background.close();
                  endedBeforeClose.set(ended.get());
                });
    AgentKit.eventually(
        "somebody waits for it", () -> closing.getState() == Thread.State.TIMED_WAITING);
    assertThat(ended).isFalse();
    mayEnd.complete(true);
    closing.join();

    assertThat(endedBeforeClose).isTrue();
  }

  @Test
  void workThatWaitsIsInterruptedAndWorkThatComesLaterIsDropped() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger done = new AtomicInteger();
    background.start(
        "a wait",
        () -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            done.incrementAndGet();
          }
        });
    begun.await();
    background.close();
    background.start("too late", done::incrementAndGet);

    assertThat(done).hasValue(1);
  }
}
