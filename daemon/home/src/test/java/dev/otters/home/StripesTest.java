package dev.otters.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StripesTest {
  private final Stripes stripes = new Stripes();
  private int count;

  @Test
  void noTwoThreadsWorkForAKeyAtOnce() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int j = 0; j < 10_000; j++) {
                      stripes.run("key", () -> count++);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(count).isEqualTo(40_000);
  }

  @Test
  void workThatFailsLeavesTheKeyFree() throws InterruptedException {
    assertThatThrownBy(
            () ->
                stripes.run(
                    "key",
                    () -> {
                      throw new IOException("no space");
                    }))
        .isInstanceOf(IOException.class);

    Thread other = Thread.ofPlatform().start(() -> stripes.run("key", () -> count++));
    other.join();
    assertThat(count).isEqualTo(1);
  }
}
