package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.protocol.Protocol;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large messages wait for memory; small ones never do. */
@Timeout(20)
class ByteBudgetTest {
  private final ByteBudget budget = new ByteBudget(0);

  @Test
  void smallMessagesAreFreeWhileALargeOneTakesEverything() throws InterruptedException {
    int taken = budget.take(Protocol.MAX_LINE_BYTES);
    assertThat(taken).isEqualTo(Protocol.MAX_LINE_BYTES);
    assertThat(budget.take(ByteBudget.FREE_BYTES)).isZero();
  }

  @Test
  void aLargeMessageWaitsUntilAnotherIsReleased() throws InterruptedException {
    int taken = budget.take(Protocol.MAX_LINE_BYTES);
    CompletableFuture<Integer> second = new CompletableFuture<>();
    Thread waiting = Thread.ofPlatform().daemon().start(() -> second.complete(take()));
    while (waiting.getState() != Thread.State.WAITING) {
      assertThat(second).isNotDone();
    }
    budget.release(taken);
    assertThat(second.join()).isEqualTo(ByteBudget.FREE_BYTES + 1);
  }

  @Test
  void anInterruptEndsTheWait() throws InterruptedException {
    int taken = budget.take(Protocol.MAX_LINE_BYTES);
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> budget.take(ByteBudget.FREE_BYTES + 1));
    budget.release(taken);
    assertThat(budget.take(Protocol.MAX_LINE_BYTES)).isEqualTo(taken);
  }

  private int take() {
    try {
      return budget.take(ByteBudget.FREE_BYTES + 1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
