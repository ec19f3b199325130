package dev.otters.models.provider.local;

import static dev.otters.models.provider.local.LocalSamples.CHATTER;
import static dev.otters.models.provider.local.LocalSamples.CHOOSER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.otters.home.time.ManualTime;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.weights.LocalModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ModelSlotTest {
  private static final Duration IDLE = Duration.ofMinutes(5);
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private final ManualTime time = new ManualTime();
  private final FakeChild.Launcher launcher = new FakeChild.Launcher();
  private final ModelSlot bench = bench(OptionalLong.empty());

  @Test
  void aModelIsLoadedWhenItIsNeededAndStays() throws InterruptedException {
    assertThat(launcher.started).isEmpty();

    use(CHATTER);
    use(CHATTER);

    assertThat(launcher.started).hasSize(1);
    assertThat(launcher.started.getFirst().closed).isFalse();
  }

  @Test
  void anotherModelTakesItsPlace() throws InterruptedException {
    use(CHATTER);
    use(CHOOSER);

    assertThat(launcher.started)
        .extracting(child -> child.what.model())
        .containsExactly(CHATTER, CHOOSER);
    assertThat(launcher.started).extracting(child -> child.closed).containsExactly(true, false);
  }

  @Test
  void aModelThatNobodyUsesIsUnloaded() throws InterruptedException {
    use(CHATTER);
    time.advance(IDLE.minus(MOMENT));
    use(CHATTER);
    time.advance(IDLE.minus(MOMENT));
    assertThat(launcher.started.getFirst().closed).isFalse();

    time.advance(MOMENT);

    assertThat(launcher.started.getFirst().closed).isTrue();
    use(CHATTER);
    assertThat(launcher.started).hasSize(2);
  }

  @Test
  void theMachinesClockDoesNotUnload() throws InterruptedException {
    use(CHATTER);

    time.jumpWallClock(Duration.ofDays(1));
    time.advance(MOMENT);

    assertThat(launcher.started.getFirst().closed).isFalse();
  }

  @Test
  void oneThatCannotBeUsedIsReplaced() throws InterruptedException {
    use(CHATTER);
    launcher.started.getFirst().usable = false;

    use(CHATTER);

    assertThat(launcher.started).extracting(child -> child.closed).containsExactly(true, false);
  }

  @Test
  void aFailedUseLeavesTheBenchUsable() throws InterruptedException {
    assertThatThrownBy(
            () ->
                bench.use(
                    CHATTER,
                    Caller.UNKNOWN,
                    (child, loaded) -> {
                      throw ModelException.permanent("no");
                    }))
        .hasMessage("no");

    use(CHATTER);
    assertThat(bench.waiting()).isZero();
  }

  @Test
  void whoWaitsIsServedInOrder() throws InterruptedException {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch release = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      threads.add(Thread.ofVirtual().start(() -> await(name, order, release)));
      await(() -> bench.waiting() == threads.size());
    }

    release.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(order).containsExactly("a", "b", "c");
  }

  @Test
  void whoIsInterruptedWhileHeWaitsLeaves() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    Thread first = Thread.ofVirtual().start(() -> await("a", order, release));
    await(() -> bench.waiting() == 1);
    Thread second = Thread.ofVirtual().start(() -> await("b", order, release));
    await(() -> bench.waiting() == 2);

    second.interrupt();
    second.join();
    release.countDown();
    first.join();

    assertThat(order).containsExactly("b interrupted", "a");
  }

  @Test
  void aModelThatDoesNotFitIsNotLoaded() {
    ModelSlot small = bench(OptionalLong.of(100L << 20));

    assertThatThrownBy(() -> small.use(CHATTER, Caller.UNKNOWN, (child, loaded) -> ""))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("local/chatter needs about")
        .hasMessageContaining("100 MiB available");
    assertThat(launcher.started).isEmpty();
  }

  @Test
  void theEndUnloads() throws InterruptedException {
    use(CHATTER);

    bench.close();

    assertThat(launcher.started.getFirst().closed).isTrue();
    assertThat(time.waiting()).isZero();
    assertThatThrownBy(() -> use(CHATTER)).isInstanceOf(ModelException.class);
  }

  @Test
  void whoStillWaitsAtTheEndHasNoModelLoaded() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    AtomicReference<Throwable> refusal = new AtomicReference<>();
    Thread first = Thread.ofVirtual().start(() -> await("a", order, release));
    await(() -> bench.waiting() == 1);
    Thread second = Thread.ofVirtual().start(() -> refusal.set(catchThrowable(() -> use(CHOOSER))));
    await(() -> bench.waiting() == 2);

    Thread closing = Thread.ofVirtual().start(bench::close);
    await(() -> launcher.started.getFirst().closed);
    release.countDown();
    for (Thread thread : List.of(first, second, closing)) {
      thread.join();
    }

    assertThat(refusal.get()).hasMessageContaining("the daemon is stopping");
    assertThat(launcher.started).hasSize(1);
    assertThat(time.waiting()).isZero();
  }

  private ModelSlot bench(OptionalLong memory) {
    return new ModelSlot(launcher, new AvailableMemory(() -> memory), IDLE, time, () -> 2);
  }

  private void use(LocalModel model) throws InterruptedException {
    bench.use(model, Caller.UNKNOWN, (child, loaded) -> "");
  }

  private void await(String name, List<String> order, CountDownLatch release) {
    try {
      bench.use(
          CHATTER,
          Caller.UNKNOWN,
          (child, loaded) -> {
            release.await();
            return order.add(name);
          });
    } catch (InterruptedException e) {
      order.add(name + " interrupted");
    }
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }
}
