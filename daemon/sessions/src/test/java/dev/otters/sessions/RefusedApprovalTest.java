package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.log.SessionStatus;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Changes of approvals that the database refuses for a while. */
class RefusedApprovalTest extends ApprovalBench {
  private static final Duration RETRY = Duration.ofSeconds(10);

  private void refuse(ApprovalState state) {
    kit.database.update(
        tx ->
            tx.execute(
                "CREATE TRIGGER refusal BEFORE UPDATE ON approvals WHEN NEW.state = '"
                    + state.name()
                    + "' BEGIN SELECT RAISE(ABORT, 'refused'); END"));
  }

  private void accept() {
    kit.database.update(tx -> tx.execute("DROP TRIGGER refusal"));
  }

  /** Waits until a refused change is planned again. */
  private void awaitNextTry(int before) {
    long end = System.nanoTime() + LONG.toNanos();
    while (kit.time.waiting() <= before && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(kit.time.waiting()).isGreaterThan(before);
  }

  @Test
  void anAllowedCallRunsOnceItsStartCanBeStored() throws InterruptedException {
    pause(GATED);
    int waiting = kit.time.waiting();
    refuse(ApprovalState.RUNNING);
    allow("g1");
    awaitNextTry(waiting);
    assertThat(tools.started).as("a call whose start is not stored could run twice").isEmpty();

    accept();
    kit.advance(RETRY);

    assertThat(tools.started.poll(20, TimeUnit.SECONDS)).isEqualTo(GATED);
    awaitStatus(SessionStatus.RESCHEDULING);
  }

  @Test
  void aResultIsStoredOnceItCanBeAndItsCallIsNotRepeated() throws InterruptedException {
    pause(GATED);
    int waiting = kit.time.waiting();
    refuse(ApprovalState.FINISHED);
    allow("g1");
    assertThat(tools.started.poll(20, TimeUnit.SECONDS)).isEqualTo(GATED);
    awaitNextTry(waiting);
    assertThat(kit.view().status()).isEqualTo(SessionStatus.REQUIRES_ACTION);

    kit.advance(RETRY);
    accept();
    kit.advance(RETRY);

    awaitStatus(SessionStatus.RESCHEDULING);
    assertThat(((ChatMessage.ToolResult) resumed().getLast()).text()).contains("out of g1");
    assertThat(tools.started).isEmpty();
  }

  @Test
  void anExpiryIsStoredOnceItCanBe() {
    pause(GATED);
    refuse(ApprovalState.EXPIRED);
    kit.advance(Approvals.LIFETIME.plusSeconds(1));
    assertThat(waiting()).containsExactly(ApprovalState.PENDING);

    accept();
    kit.advance(RETRY);

    assertThat(waiting()).isEmpty();
    assertThat(kit.events(EventType.APPROVAL_EXPIRED)).hasSize(1);
  }
}
