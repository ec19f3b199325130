package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.dockerjava.api.command.InspectContainerResponse;
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
import dev.otters.executor.root.TreeRemover;
import dev.otters.executor.testkit.AgentFolders;
import dev.otters.executor.testkit.Recorder;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** Runs shell scripts as agents, in real containers. */
@Tag("docker")
@Tag("engine20")
abstract class DockerTest {
  static final long MIB = 1 << 20;

  final UUID home = UUID.randomUUID();
  final UUID agent = UUID.randomUUID();
  Path temp;
  AgentFolders folders;
  Executor executor;
  EngineConnection engine;

  ImagePin runtime;
  List<BinMount> bins = List.of();
  BinMounts binMounts = BinMounts.AUTO;
  List<OperatorMount> mounts = List.of();
  Limits limits = new Limits(128 * MIB, 1, 64, 8 * MIB);
  Network network = Network.NONE;

  @BeforeEach
  void openExecutor() throws IOException {
    temp = Files.createTempDirectory("docker").toRealPath();
    folders = AgentFolders.in(temp);
    runtime = DockerFixture.runtime();
    executor = open();
    engine = EngineConnection.open(URI.create(executor.info().endpoint()));
  }

  Executor open() {
    return DockerFixture.open(home, temp);
  }

  @AfterEach
  void closeExecutor() throws IOException {
    executor.list().forEach(sandbox -> executor.remove(sandbox.agent()));
    executor.close();
    engine.close();
    TreeRemover.remove(temp);
  }

  SandboxSpec spec(String script) throws IOException {
    return new SandboxSpec(
        agent,
        "tester",
        folders.root(),
        folders.socket(),
        runtime,
        bins,
        mounts,
        folders.user(),
        limits,
        network,
        DockerFixture.shell(script),
        Map.of("io.openotters.home", "spoofed", "team", "blue"),
        binMounts);
  }

  Sandbox run(String script) throws IOException {
    executor.create(spec(script), Progress.NONE);
    return executor.start(agent);
  }

  /** Starts a script and returns once it has printed {@code ready}. */
  Sandbox runUntilReady(String script) throws IOException {
    Sandbox sandbox = run(script);
    Recorder recorder = new Recorder();
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, recorder)) {
      recorder.awaitLine("ready");
    }
    return sandbox;
  }

  /** Runs a script to its end and returns what it printed. */
  List<String> output(String script) throws IOException {
    run(script);
    Recorder recorder = new Recorder();
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, recorder)) {
      assertThat(recorder.awaitEnd()).isEmpty();
    }
    return recorder.texts();
  }

  InspectContainerResponse inspect() {
    return engine.calls().inspectContainerCmd("otters-" + agent).exec();
  }

  OperatorMount mount(String source, String target, boolean readOnly) throws IOException {
    Path folder = Files.createDirectory(temp.resolve(source));
    dev.otters.executor.root.AgentRootOwner.give(folder, folders.user());
    return new OperatorMount(folder, target, readOnly);
  }

  static ExecutorException refusal(ThrowingCallable call) {
    ExecutorException refused = catchThrowableOfType(ExecutorException.class, call);
    assertThat(refused).as("a refusal").isNotNull();
    assertThat(refused.remedy()).isNotBlank();
    return refused;
  }
}
