package dev.otters.executor.system;

import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ExecutorInfo;
import dev.otters.executor.RefusedProgram;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SoleExecution;
import dev.otters.executor.mounts.MountPlan;
import dev.otters.executor.root.TreeRemover;
import dev.otters.executor.system.machine.Cgroups;
import dev.otters.executor.system.machine.Launcher;
import dev.otters.executor.system.machine.Machine;
import dev.otters.executor.system.machine.SystemLimitations;
import dev.otters.executor.system.machine.SystemProbe;
import dev.otters.executor.system.process.NamespaceProcesses;
import dev.otters.executor.system.process.ProcessId;
import dev.otters.executor.system.process.StateFolder;
import dev.otters.executor.system.process.SupervisedSandbox;
import dev.otters.executor.unpack.UnpackedImages;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs each sandbox as processes of this machine in bubblewrap, with the same paths and the same
 * hardening as in a container.
 */
public final class SystemExecutor extends ProcessExecutor {
  private final Launcher launcher;
  private final Machine machine;
  private final Cgroups cgroups;
  private final SandboxPlanner planning;
  private final SandboxStarter starting;
  private final Path state;

  private SystemExecutor(
      SystemHome home,
      UnpackedImages images,
      Machine machine,
      Launcher launcher,
      SystemState state,
      Cgroups cgroups)
      throws IOException {
    super(state, cgroups, _ -> new NamespaceProcesses());
    this.launcher = launcher;
    this.machine = machine;
    this.cgroups = cgroups;
    this.planning = new SandboxPlanner(images, cgroups.usable());
    this.state = state.folder();
    this.starting = new SandboxStarter(launcher, cgroups, home, state);
  }

  /**
   * Checks that this machine can make sandboxes, and adopts those of an earlier daemon.
   *
   * @param home the owner of the sandboxes
   * @param environment the process's environment, with {@code PATH} and {@code OTTERS_BWRAP}
   * @throws ExecutorException UNREACHABLE when this machine cannot make sandboxes, with a remedy
   */
  public static SystemExecutor open(
      SystemHome home, UnpackedImages images, Map<String, String> environment) {
    Launcher launcher = SystemProbe.ofThisMachine(environment).launcher();
    Machine machine = new Machine(Path.of("/"), Map.copyOf(environment));
    try {
      SystemState state = SystemState.open(home.state());
      String mounts = machine.text("/proc/self/mountinfo").orElse("");
      Cgroups cgroups = Cgroups.find(mounts, home.shortName());
      SystemExecutor executor = new SystemExecutor(home, images, machine, launcher, state, cgroups);
      executor.adopt();
      return executor;
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.UNREACHABLE,
          "the sandboxes in " + home.state() + " cannot be read: " + e.getMessage(),
          "Check that the daemon may read and write there.",
          e);
    }
  }

  @Override
  public ExecutorInfo info() {
    return new ExecutorInfo(
        "system",
        launcher.version(),
        "",
        launcher.bwrap().toString(),
        "bubblewrap works here",
        SystemLimitations.of(machine, cgroups.usable()),
        List.of());
  }

  @Override
  Execution exec(StateFolder folder, ProcessId first, ExecSpec spec, ExecSink sink)
      throws IOException {
    return new SandboxEntry(machine, launcher).run(folder, first, spec, sink);
  }

  @Override
  public Execution runOnce(RunSpec spec, Progress progress, ExecSink sink) {
    SandboxKey key = spec.sandbox().key();
    SandboxPlan plan =
        planning.plan(spec.launched(), progress).with(MountPlan.launcher(spec, state));
    RefusedProgram program =
        new RefusedProgram(spec.program().command().getFirst(), "bwrap: execvp ", sink);
    StateFolder folder = create(key);
    try {
      return SoleExecution.follow(
          starting.run(plan, spec, folder, program), spec, () -> discard(key, folder));
    } catch (RuntimeException e) {
      ExecutorException.cleanUp(e, () -> discard(key, folder));
      throw e;
    }
  }

  /** Removes the sandbox of a run. */
  private void discard(SandboxKey key, StateFolder folder) {
    try {
      folder.endRun();
      Cgroups.remove(cgroups.groups(key.id().toString()));
      TreeRemover.remove(folder.path());
    } catch (IOException e) {
      throw notRemoved(e);
    }
  }

  @Override
  Consumer<SupervisedSandbox> plan(SandboxSpec spec, Progress progress) {
    SandboxPlan plan = planning.plan(spec, progress);
    return sandbox -> starting.start(plan, sandbox);
  }
}
