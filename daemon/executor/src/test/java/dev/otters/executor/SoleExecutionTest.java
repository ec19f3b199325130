package dev.otters.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SoleExecutionTest {
  private final AtomicInteger removals = new AtomicInteger();

  /** A program that has ended. */
  private static final class Ended implements Execution {
    @Override
    public OutputStream input() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public void resize(TerminalSize size) {}

    @Override
    public int await() {
      return 3;
    }

    @Override
    public void close() {}
  }

  @Test
  void theSandboxOfAProgramIsRemovedOnceBeforeItsExitCodeIsKnown() throws InterruptedException {
    try (SoleExecution run = SoleExecution.follow(new Ended(), removals::incrementAndGet)) {
      assertThat(run.await()).isEqualTo(3);
      assertThat(removals).hasValue(1);
    }

    assertThat(removals).hasValue(1);
  }

  @Test
  void aRemovalThatFailedIsTriedAgain() {
    Runnable removal =
        () -> {
          if (removals.incrementAndGet() == 1) {
            throw new IllegalStateException("the engine is busy");
          }
        };

    try (SoleExecution run = SoleExecution.follow(new Ended(), removal)) {
      assertThatIllegalStateException().isThrownBy(run::await).withMessage("the engine is busy");
    }

    assertThat(removals).hasValue(2);
  }
}
