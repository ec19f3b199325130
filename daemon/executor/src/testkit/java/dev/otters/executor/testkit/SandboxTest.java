package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.executor.BinMount;
import dev.otters.executor.BinMounts;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Limits;
import dev.otters.executor.LogFollower;
import dev.otters.executor.Network;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.root.AgentRootOwner;
import dev.otters.executor.root.TreeRemover;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Runs shell scripts as agents, in real sandboxes. */
public abstract class SandboxTest {
  protected static final long MIB = 1 << 20;

  protected final UUID home = UUID.randomUUID();
  protected final UUID agent = UUID.randomUUID();
  protected Path temp;
  protected AgentFolders folders;
  protected Executor executor;

  protected List<BinMount> bins = List.of();
  protected List<OperatorMount> mounts = List.of();
  protected Limits limits = new Limits(128 * MIB, 1, 64, 8 * MIB);
  protected Network network = Network.NONE;
  protected Map<String, String> labels = Map.of();
  protected BinMounts binMounts = BinMounts.AUTO;

  /** Returns the executor of this test's home. */
  protected abstract Executor open() throws IOException;

  /** Returns an image with a shell and busybox. */
  protected abstract ImagePin runtime() throws IOException;

  @BeforeEach
  void openExecutor() throws IOException {
    temp = Files.createTempDirectory("sandbox").toRealPath();
    folders = AgentFolders.in(temp);
    executor = open();
  }

  @AfterEach
  void closeExecutor() throws IOException {
    executor.list().forEach(sandbox -> executor.remove(sandbox.agent()));
    executor.close();
    TreeRemover.remove(temp);
  }

  protected SandboxSpec spec(String script) throws IOException {
    return new SandboxSpec(
        agent,
        "tester",
        folders.root(),
        folders.socket(),
        runtime(),
        bins,
        mounts,
        folders.user(),
        limits,
        network,
        Shell.script(script),
        labels,
        binMounts);
  }

  protected Sandbox run(String script) throws IOException {
    executor.create(spec(script), Progress.NONE);
    return executor.start(agent);
  }

  /** Starts a script and returns once it has printed {@code ready}. */
  protected Sandbox runUntilReady(String script) throws IOException {
    Sandbox sandbox = run(script);
    Recorder recorder = new Recorder();
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, recorder)) {
      recorder.awaitLine("ready");
    }
    return sandbox;
  }

  /** Returns what the sandbox prints, or has printed, until its end. */
  protected List<String> texts() {
    Recorder recorder = new Recorder();
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, recorder)) {
      assertThat(recorder.awaitEnd()).isEmpty();
    }
    return recorder.texts();
  }

  /** Runs a script to its end and returns what it printed. */
  protected List<String> output(String script) throws IOException {
    run(script);
    return texts();
  }

  protected OperatorMount mount(String source, String target, boolean readOnly) throws IOException {
    Path folder = Files.createDirectory(temp.resolve(source));
    AgentRootOwner.give(folder, folders.user());
    return new OperatorMount(folder, target, readOnly);
  }

  protected static ExecutorException refusal(ThrowingCallable call) {
    ExecutorException refused = catchThrowableOfType(ExecutorException.class, call);
    assertThat(refused).as("a refusal").isNotNull();
    assertThat(refused.remedy()).isNotBlank();
    return refused;
  }
}
