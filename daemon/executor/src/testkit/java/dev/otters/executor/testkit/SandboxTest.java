package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.BinMount;
import dev.otters.executor.BinMounts;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxBaseline;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxTools;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.root.AgentRootOwner;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs shell scripts as agents in real sandboxes. */
public abstract class SandboxTest extends ExecutorBench {
  protected static final long MIB = 1 << 20;

  /** The variables of every sandbox's program. */
  protected static final List<String> ENVIRONMENT =
      SandboxBaseline.environment().entrySet().stream().map(Map.Entry::toString).toList();

  /** The places where every sandbox's program may write. */
  private static final List<String> WRITABLE =
      List.of("/workspace", "/home", "/tmp", "/var/lib", "/runtime", "/etc/context", "/dev/shm");

  /** The places where no sandbox's program may write. */
  private static final List<String> READ_ONLY =
      List.of(
          "/",
          "/etc",
          "/etc/data",
          "/etc/Agentfile",
          "/etc/passwd",
          "/opt/bins",
          "/opt/skills",
          "/run",
          "/run/otters");

  protected List<BinMount> bins = List.of();
  protected List<OperatorMount> mounts = List.of();
  protected Limits limits = new Limits(128 * MIB, 1, 64, 8 * MIB);
  protected Network network = Network.NONE;
  protected Map<String, String> labels = Map.of();
  protected BinMounts binMounts = BinMounts.AUTO;

  private final ExecutorFixture fixture;

  protected SandboxTest(ExecutorFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected Executor open() throws IOException {
    return fixture.open(home, temp);
  }

  protected ImagePin runtime() throws IOException {
    return fixture.runtime();
  }

  protected SandboxSpec spec(String script) throws IOException {
    return Specs.change(
        Specs.of(agent, folders, runtime(), Shell.script(script)),
        draft -> {
          draft.name = "tester";
          draft.tools = new SandboxTools(bins, binMounts);
          draft.mounts = mounts;
          draft.limits = limits;
          draft.network = network;
          draft.labels = labels;
        });
  }

  protected Sandbox run(String script) throws IOException {
    executor.create(spec(script), Progress.NONE);
    return executor.start(agent);
  }

  /** Starts a script, and waits until it has printed {@code ready}. */
  protected Sandbox runUntilReady(String script) throws IOException {
    Sandbox sandbox = run(script);
    awaitReady();
    return sandbox;
  }

  /** Runs a script to its end, and returns its output. */
  protected List<String> output(String script) throws IOException {
    run(script);
    return texts();
  }

  /** Asserts that a sandbox's program can write to the writable places and not to others. */
  protected void assertWritesOnlyWhereItMay(String... others) throws IOException {
    String script =
        """
        for p in %s %s %s; do
          if [ -d $p ]; then t=$p/x; else t=$p; fi
          (: >>$t) 2>/dev/null && echo $p
        done
        """
            .formatted(
                String.join(" ", READ_ONLY), String.join(" ", others), String.join(" ", WRITABLE));
    assertThat(output(script)).containsExactlyElementsOf(WRITABLE);
  }

  protected void assertRefusesToRunAsRoot() throws IOException {
    SandboxSpec bad = Specs.withUser(spec("exit"), new SandboxUser(0, 0));
    assertThat(refusal(() -> executor.create(bad, Progress.NONE)).reason())
        .isEqualTo(ExecutorException.Reason.UNSUPPORTED);
    assertThat(executor.list()).isEmpty();
  }

  protected OperatorMount mount(String source, String target, boolean readOnly) throws IOException {
    Path folder = Files.createDirectory(temp.resolve(source));
    AgentRootOwner.give(folder, folders.user());
    return new OperatorMount(folder, target, readOnly);
  }
}
