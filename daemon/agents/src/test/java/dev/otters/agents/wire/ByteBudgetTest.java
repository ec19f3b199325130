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
  private static final int LARGE = ByteBudget.FREE_BYTES + 1;
  private static final int LARGEST = Protocol.MAX_LINE_BYTES;

  private final ByteBudget budget = new ByteBudget(0);
  private final ByteBudget.Share share = budget.share();

  @Test
  void smallMessagesAreFreeWhileALargeOneTakesEverything() throws InterruptedException {
    assertThat(share.take(LARGEST)).isEqualTo(ByteBudget.COST * LARGEST);
    assertThat(share.take(ByteBudget.FREE_BYTES)).isZero();
  }

  @Test
  void aLargeMessageWaitsUntilAnotherIsReleased() throws InterruptedException {
    int taken = share.take(LARGEST);
    CompletableFuture<Integer> second = later(budget.share());
    share.release(taken);
    assertThat(second.join()).isEqualTo(ByteBudget.COST * LARGE);
  }

  @Test
  void anAgentThatUsedUpItsShareDoesNotDelayOthers() throws InterruptedException {
    int quarter = LARGEST / 4;
    int taken = share.take(quarter);
    CompletableFuture<Integer> own = later(share);
    ByteBudget.Share other = budget.share();
    assertThat(other.take(quarter)).isEqualTo(ByteBudget.COST * quarter);
    assertThat(own).isNotDone();
    share.release(taken);
    assertThat(own.join()).isPositive();
  }

  @Test
  void anInterruptEndsTheWait() throws InterruptedException {
    int taken = share.take(LARGEST);
    ByteBudget.Share other = budget.share();
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> other.take(LARGE));
    share.release(taken);
    assertThat(other.take(LARGEST)).isEqualTo(taken);
    assertThat(budget.waiting()).isZero();
  }

  /** Takes memory for a message on another thread, and returns once it waits. */
  private CompletableFuture<Integer> later(ByteBudget.Share of) {
    CompletableFuture<Integer> taken = new CompletableFuture<>();
    Thread waiting = Thread.ofPlatform().daemon().start(() -> taken.complete(take(of)));
    while (waiting.getState() != Thread.State.WAITING) {
      assertThat(taken).isNotDone();
    }
    return taken;
  }

  private static int take(ByteBudget.Share of) {
    try {
      return of.take(LARGE);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
