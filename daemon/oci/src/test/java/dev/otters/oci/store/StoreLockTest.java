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
    Thread caller = Thread.currentThread();
    caller.interrupt();

    String done =
        lock.alone(
            () -> {
              while (caller.isInterrupted()) {
                Thread.onSpinWait();
              }
              return "done";
            });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(done).isEqualTo("done");
  }
}
