package dev.otters.oci.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreLockTest {
  @TempDir Path folder;

  @Test
  void anInterruptedThreadFinishesItsWorkAndStaysInterrupted() {
    StoreLock lock = new StoreLock(folder.resolve("lock"));
    Thread.currentThread().interrupt();

    String done = lock.alone(() -> "done");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(done).isEqualTo("done");
  }
}
