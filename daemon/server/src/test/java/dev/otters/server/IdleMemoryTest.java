package dev.otters.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IdleMemoryTest {
  private static final long MIB = 1L << 20;
  private static final Duration LONG = IdleMemory.PERIOD.multipliedBy(5);

  private final ManualTime time = new ManualTime();
  private final PlayedHeap heap = new PlayedHeap();

  private static final class PlayedHeap implements IdleMemory.Heap {
    private long live = 20 * MIB;
    private long used = 30 * MIB;
    private int collections;

    @Override
    public long used() {
      return used;
    }

    @Override
    public void collect() {
      used = live;
      collections++;
    }
  }

  @Test
  void garbageIsCollectedOnceTheDaemonIsIdle() {
    try (IdleMemory memory = IdleMemory.start(heap, time)) {
      assertThat(memory).isNotNull();
      time.advance(LONG);
      assertThat(heap.collections).isOne();

      heap.used = 200 * MIB;
      time.advance(LONG);
      assertThat(heap.collections).isEqualTo(2);
      assertThat(heap.used).isEqualTo(heap.live);
    }
  }

  @Test
  void aDaemonUnderLoadIsLeftAlone() {
    try (IdleMemory memory = IdleMemory.start(heap, time)) {
      assertThat(memory).isNotNull();
      for (int i = 0; i < 10; i++) {
        heap.used += 8 * MIB;
        time.advance(IdleMemory.PERIOD);
      }
      assertThat(heap.collections).isZero();
    }
  }

  @Test
  void littleGarbageIsNotWorthACollection() {
    try (IdleMemory memory = IdleMemory.start(heap, time)) {
      assertThat(memory).isNotNull();
      time.advance(LONG);
      heap.used = heap.live + 10 * MIB;
      time.advance(LONG);
      assertThat(heap.collections).isOne();
    }
  }

  @Test
  void nothingIsWatchedAfterTheEnd() {
    IdleMemory.start(heap, time).close();
    time.advance(LONG);
    assertThat(heap.collections).isZero();
    assertThat(time.waiting()).isZero();
  }
}
