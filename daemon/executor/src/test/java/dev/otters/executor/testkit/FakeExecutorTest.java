package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Exit;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Sandbox;
import dev.otters.executor.Subscription;
import dev.otters.executor.testkit.FakeEngine.Operation;
import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FakeExecutorTest extends ExecutorContract {
  private final FakeEngine engine;

  FakeExecutorTest() {
    FakeEngine fake = new FakeEngine();
    super(
        new ExecutorFixture() {
          @Override
          public Executor open(UUID home, Path folder) {
            fake.lack(Digest.of(new byte[] {1}));
            fake.program(FakeExecutorTest::act);
            return new FakeExecutor(fake, home);
          }

          @Override
          public ImagePin runtime() {
            return new ImagePin("runtime", Digest.of(new byte[0]));
          }
        });
    this.engine = fake;
  }

  @Override
  protected List<String> command(Conduct conduct) {
    return List.of(conduct.name());
  }

  private static int act(FakeSandbox sandbox) throws InterruptedException {
    switch (Conduct.valueOf(sandbox.spec().command().getFirst())) {
      case PRINT_AND_FAIL -> {
        sandbox.print("hello");
        sandbox.printError("trouble");
        return 3;
      }
      case WAIT -> {
        sandbox.print("ready");
        sandbox.awaitStop();
        sandbox.print("bye");
      }
      case STUBBORN -> {
        sandbox.print("ready");
        Thread.sleep(Duration.ofMinutes(10));
      }
      case WRITE -> {
        write(sandbox, "/workspace/ro/f");
        write(sandbox, "/workspace/rw/f");
      }
      case SHOW_LIMITS -> {
        sandbox.print("memory " + sandbox.spec().limits().memoryBytes());
        sandbox.print("pids " + sandbox.spec().limits().pids());
      }
    }
    return 0;
  }

  private static void write(FakeSandbox sandbox, String path) {
    try {
      sandbox.write(path, "text");
    } catch (IOException _) {
      sandbox.print(path + " refused");
    }
  }

  private static ExecutorException failure(Reason reason) {
    return new ExecutorException(reason, "as the test wants it", "Nothing.");
  }

  @Test
  void failsWhereATestWantsItBeforeOrAfterTheEffect() throws IOException {
    engine.failBefore(Operation.CREATE, failure(Reason.LIMIT));
    assertRefused(Reason.LIMIT, () -> executor.create(spec(Conduct.WAIT), Progress.NONE));
    assertThat(executor.list()).isEmpty();

    engine.failAfter(Operation.CREATE, failure(Reason.ENGINE_LOST));
    assertRefused(Reason.ENGINE_LOST, () -> executor.create(spec(Conduct.WAIT), Progress.NONE));
    assertThat(executor.list()).hasSize(1);

    executor.start(agent);
  }

  @Test
  void goesAwayAndComesBackWithWhatEndedMeanwhile() throws IOException {
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      runUntilReady(Conduct.WAIT);
      engine.lose();
      recorder.awaitEngine("lost");
      assertRefused(Reason.ENGINE_LOST, () -> executor.list());
      engine.end(agent.owner(), Exit.of(137, true, Instant.now()));
      assertThat(recorder.exits()).isEmpty();
      engine.restore();
      recorder.awaitEngine("back");
      assertThat(recorder.awaitExit(agent).exit().oom()).isTrue();
      assertThat(executor.status(agent).orElseThrow().state()).isEqualTo(Sandbox.State.EXITED);
    }
  }

  @Test
  void losesASandboxToAnotherHand() throws IOException {
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      runUntilReady(Conduct.WAIT);
      engine.vanish(agent.owner());
      assertThat(recorder.awaitExit(agent).exit().code()).isEqualTo(Exit.UNKNOWN);
      assertThat(executor.status(agent)).isEmpty();
    }
  }
}
