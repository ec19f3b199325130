package dev.otters.executor.system;

import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ExecutorInfo;
import dev.otters.executor.Limitations;
import dev.otters.executor.Pause;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.posix.Caller;
import dev.otters.executor.system.machine.Cgroups;
import dev.otters.executor.system.machine.SystemLimitations;
import dev.otters.executor.system.process.HostProcesses;
import dev.otters.executor.system.process.ProcessId;
import dev.otters.executor.system.process.StateFolder;
import dev.otters.executor.system.process.SupervisedSandbox;
import dev.otters.executor.system.process.SupervisorProcess;
import dev.otters.executor.unpack.UnpackedImages;
import dev.otters.executor.usage.SandboxUsage;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs each agent as plain processes of this machine, with all rights of the daemon's user. The
 * agent's root is an ordinary folder, the operator's mounts are links in it, and its tools are in
 * {@code usr/bin}.
 */
public final class PlainExecutor extends ProcessExecutor {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final PlainPlanner planning;
  private final SystemState state;
  private final Path script;

  private PlainExecutor(UnpackedImages images, SystemState state, Path script) throws IOException {
    super(state, Cgroups.none(), HostProcesses::new);
    this.planning = new PlainPlanner(images);
    this.state = state;
    this.script = script;
  }

  /**
   * Opens the executor, and adopts the agents of an earlier daemon.
   *
   * @param home the owner of the agents
   * @throws ExecutorException UNSUPPORTED when the daemon runs as root; UNREACHABLE when the state
   *     cannot be read
   */
  public static PlainExecutor open(SystemHome home, UnpackedImages images) {
    if (Caller.uid() == 0) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "the daemon runs as root, which runs no unsandboxed agents",
          "Run the daemon as an ordinary user, or omit --unsandboxed.");
    }
    try {
      SystemState state = SystemState.open(home.plainState());
      Path script = state.folder().resolve("plain.sh");
      SystemState.install(script);
      PlainExecutor executor = new PlainExecutor(images, state, script);
      executor.adopt();
      return executor;
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.UNREACHABLE,
          "the agents in " + home.plainState() + " cannot be read: " + e.getMessage(),
          "Check that the daemon may read and write there.",
          e);
    }
  }

  @Override
  public ExecutorInfo info() {
    return new ExecutorInfo(
        "unsandboxed",
        System.getProperty("os.version"),
        "",
        "",
        "it works everywhere, without isolation",
        SystemLimitations.withoutSandbox(),
        List.of());
  }

  @Override
  Consumer<SupervisedSandbox> plan(SandboxSpec spec, Progress progress) {
    PlainPlan plan = planning.plan(spec, progress);
    return sandbox -> start(plan, sandbox);
  }

  /** Refuses, since agents without a sandbox have no processes that only they can have. */
  @Override
  SandboxUsage usage(SandboxKey key, int first) {
    throw new ExecutorException(
        Reason.UNSUPPORTED,
        "the use of agent "
            + key.owner()
            + " is not known: it runs without a sandbox, beside the processes of this machine",
        "Use a tool of this machine, such as ps.");
  }

  /** Refuses, since there is nothing to enter. */
  @Override
  Execution exec(StateFolder folder, ProcessId first, ExecSpec spec, ExecSink sink) {
    throw new ExecutorException(
        Reason.UNSUPPORTED,
        "cannot run " + spec.command().getFirst() + ": the agent runs without a sandbox to enter",
        "Run the program on this machine itself.");
  }

  /** Refuses, since a program would run as the daemon's user beside all other processes. */
  @Override
  public Execution runOnce(RunSpec spec, Progress progress, ExecSink sink) {
    throw new ExecutorException(
        Reason.UNSUPPORTED,
        "cannot run "
            + spec.program().command().getFirst()
            + " in a sandbox of its own: the executor has no sandboxes ("
            + Limitations.NO_SANDBOX
            + ")",
        "Use Docker or bubblewrap.");
  }

  private void start(PlainPlan plan, SupervisedSandbox sandbox) {
    StateFolder folder = sandbox.folder();
    try {
      folder.prepareStart(plan.mark().getBytes(StandardCharsets.UTF_8), List.of());
      SupervisorProcess.of(state.script(), folder, plan.supervised(script)).start();
      Pause.until(
          TIMEOUT,
          () -> SupervisorProcess.child(folder).isPresent() || SupervisorProcess.hasEnded(folder));
      Optional<ProcessId> first = SupervisorProcess.child(folder);
      if (first.isEmpty()) {
        throw SupervisorProcess.failed(sandbox, "");
      }
      sandbox.release(first.get());
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.START,
          "the agent cannot be started: " + e.getMessage(),
          "Check the daemon's log, and check that the daemon may write to " + folder.path() + ".",
          e);
    }
  }
}
