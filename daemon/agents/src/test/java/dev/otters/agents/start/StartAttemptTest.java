package dev.otters.agents.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.AgentKit;
import dev.otters.home.time.ManualTime;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StartAttemptTest {
  private final UUID agent = UUID.randomUUID();
  private final StartAttempts attempts = new StartAttempts(new ManualTime(), Duration.ofMinutes(1));
  private final StartAttempt attempt = attempts.begin(agent);

  @Test
  void aRuntimeGetsNothingBeforeItsSandboxIsVerified() throws Exception {
    CompletableFuture<Void> setup = new CompletableFuture<>();
    Thread runtime = askForSetup(setup);
    AgentKit.eventually("it waits or has an answer", () -> !running(runtime));
    assertThat(setup).isNotDone();

    attempt.verified();
    runtime.join();
    assertThat(setup).isCompleted();
  }

  @Test
  void aRuntimeInASandboxThatIsRefusedGetsNothing() throws Exception {
    CompletableFuture<Void> setup = new CompletableFuture<>();
    Thread runtime = askForSetup(setup);
    attempts.fail(agent, new IllegalStateException("tampered"));

    runtime.join();
    assertThatThrownBy(setup::join).hasRootCauseMessage("tampered");
    assertThatThrownBy(attempt::check).hasMessage("tampered");
  }

  @Test
  void theEndOfAnOldStartLeavesTheNewOne() {
    StartAttempt newer = attempts.begin(agent);
    attempts.end(agent, attempt);

    assertThat(attempts.of(agent)).containsSame(newer);
  }

  @Test
  void onlyTheEndOfItsOwnSandboxFailsAStart() {
    attempts.ended(agent, "old", new IllegalStateException("the old one ended"));
    attempt.started("new");
    attempts.ended(agent, "older", new IllegalStateException("an older one ended"));
    attempt.check();

    attempts.ended(agent, "new", new IllegalStateException("its own ended"));
    assertThatThrownBy(attempt::check).hasMessage("its own ended");
  }

  @Test
  void aSandboxThatEndsBeforeItsStartReturnsFailsTheStart() {
    attempts.ended(agent, "new", new IllegalStateException("it ended"));
    attempt.check();
    attempt.started("new");
    assertThatThrownBy(attempt::check).hasMessage("it ended");
  }

  private Thread askForSetup(CompletableFuture<Void> setup) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                attempt.awaitVerified();
                setup.complete(null);
              } catch (RuntimeException e) {
                setup.completeExceptionally(e);
              }
            });
  }

  private static boolean running(Thread thread) {
    return thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TERMINATED;
  }
}
