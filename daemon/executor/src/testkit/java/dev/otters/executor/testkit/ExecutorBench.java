package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.LogFollower;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.root.TreeRemover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Gives each test an executor of a new home and the folders of one agent, and removes them
 * afterwards.
 */
public abstract class ExecutorBench {
  protected UUID home;
  protected SandboxKey agent;
  protected Path temp;
  protected AgentFolders folders;
  protected Executor executor;

  /** Returns the executor of {@link #home}, which may keep files in {@link #temp}. */
  protected abstract Executor open() throws IOException;

  @BeforeEach
  protected void openExecutor() throws IOException {
    home = UUID.randomUUID();
    agent = SandboxKey.ofAgent(UUID.randomUUID());
    temp = Files.createTempDirectory("executor").toRealPath();
    folders = AgentFolders.in(temp);
    executor = open();
  }

  @AfterEach
  protected void closeExecutor() throws IOException {
    executor.list().forEach(sandbox -> executor.remove(sandbox.key()));
    executor.close();
    TreeRemover.remove(temp);
  }

  /** Waits until the sandbox has printed {@code ready}. */
  protected void awaitReady() {
    Recorder recorder = new Recorder();
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, recorder)) {
      recorder.awaitLine("ready");
    }
  }

  /** Returns all lines of the sandbox up to its end. */
  protected List<String> texts() {
    Recorder recorder = new Recorder();
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, recorder)) {
      assertThat(recorder.awaitEnd()).isEmpty();
    }
    return recorder.texts();
  }

  /** Asserts that a call is refused with a remedy. */
  protected static ExecutorException refusal(ThrowingCallable call) {
    ExecutorException refused = catchThrowableOfType(ExecutorException.class, call);
    assertThat(refused).as("a refusal").isNotNull();
    assertThat(refused.remedy()).isNotBlank();
    return refused;
  }
}
