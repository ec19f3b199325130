package dev.otters.executor.system;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Pause;
import dev.otters.executor.RefusedProgram;
import dev.otters.executor.RunSpec;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.mounts.MountCheck;
import dev.otters.executor.system.bwrap.BwrapOptions;
import dev.otters.executor.system.bwrap.MountStage;
import dev.otters.executor.system.machine.Cgroups;
import dev.otters.executor.system.machine.Launcher;
import dev.otters.executor.system.process.ProcessExecution;
import dev.otters.executor.system.process.ProcessId;
import dev.otters.executor.system.process.StateFolder;
import dev.otters.executor.system.process.SupervisedSandbox;
import dev.otters.executor.system.process.SupervisorProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts sandboxes: bubblewrap makes the sandbox and waits, the daemon compares its mounts with the
 * plan, and only then the agent's program begins.
 */
final class SandboxStarter {
  private static final Logger LOG = LoggerFactory.getLogger(SandboxStarter.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration FORK_TIMEOUT = Duration.ofSeconds(1);
  private static final String NOT_FOUND = "bwrap: execvp";

  private final Launcher launcher;
  private final Cgroups cgroups;
  private final SystemHome home;
  private final SystemState state;

  SandboxStarter(Launcher launcher, Cgroups cgroups, SystemHome home, SystemState state) {
    this.launcher = launcher;
    this.cgroups = cgroups;
    this.home = home;
    this.state = state;
  }

  /**
   * Starts a created sandbox.
   *
   * @throws ExecutorException START, MOUNT or TAMPERED; processes may be left then
   */
  void start(SandboxPlan plan, SupervisedSandbox sandbox) {
    try {
      ProcessBuilder supervisor =
          SupervisorProcess.of(state.script(), sandbox.folder(), command(plan));
      launch(plan, BwrapOptions.Program.RUNTIME, sandbox.folder(), supervisor::start);
      Start start =
          new Start(
              sandbox.folder(),
              () -> SupervisorProcess.hasEnded(sandbox.folder()),
              found -> SupervisorProcess.failed(sandbox, found));
      sandbox.release(prepared(plan, start));
      checkProgram(sandbox);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Starts a sandbox whose program is attached to the caller.
   *
   * @param folder the state of the sandbox
   * @param program receives the output of the program
   * @return the running program
   * @throws ExecutorException START, MOUNT or TAMPERED; processes may be left then
   */
  SandboxRun run(SandboxPlan plan, RunSpec spec, StateFolder folder, RefusedProgram program) {
    SandboxRun.Output output = new SandboxRun.Output(program);
    BwrapOptions.Program surroundings =
        new BwrapOptions.Program(spec.variables(), spec.program().folder());
    try {
      ProcessExecution process =
          ProcessExecution.start(
              spec.program(),
              output,
              _ -> SupervisorProcess.attached(state.once(), folder, command(plan)),
              builder -> launch(plan, surroundings, folder, builder::start),
              _ -> SupervisorProcess.child(folder));
      try {
        Start start =
            new Start(
                folder,
                () -> !process.isAlive(),
                found -> SupervisorProcess.failed(found, output.said()));
        prepared(plan, start);
        SandboxRun run = new SandboxRun(process, program, folder, folder.hold());
        output.begin();
        folder.release();
        return run;
      } catch (IOException | RuntimeException e) {
        process.close();
        throw e;
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private ExecutorException failed(IOException e) {
    return new ExecutorException(
        Reason.START,
        "cannot start the sandbox: " + e.getMessage(),
        "Check the daemon's log, and check that the daemon may write to " + home.state() + ".",
        e);
  }

  private Process launch(
      SandboxPlan plan, BwrapOptions.Program program, StateFolder folder, Callable<Process> start)
      throws IOException {
    String name = plan.spec().key().id().toString();
    List<Path> groups = cgroups.create(name, plan.spec().limits());
    List<Bind> binds = new ArrayList<>(plan.all());
    binds.add(state.empty());
    Optional<MountStage> stage =
        launcher.root()
            ? Optional.of(
                MountStage.beside(List.of(launcher.bwrap(), home.folder(), state.script())))
            : Optional.empty();
    Function<Bind, Path> source =
        bind -> stage.map(s -> s.path(binds.indexOf(bind))).orElse(bind.source());
    byte[] options =
        BwrapOptions.of(
            program,
            plan.spec(),
            plan.layout(),
            plan.binds(),
            cgroups.inSandbox(name),
            state.empty(),
            source);
    folder.prepareStart(options, groups);
    if (stage.isPresent()) {
      return stage.get().withSources(binds, start);
    }
    MountStage.check(binds);
    return startWithoutStage(start);
  }

  private static Process startWithoutStage(Callable<Process> start) throws IOException {
    try {
      return start.call();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private List<String> command(SandboxPlan plan) {
    List<String> command = new ArrayList<>(launcher.command(plan.spec().user()));
    command.addAll(List.of("--args", "5", "--"));
    command.addAll(plan.spec().command());
    return command;
  }

  /**
   * A sandbox that bubblewrap prepares.
   *
   * @param ended returns whether it has ended
   * @param failed returns the failure of the start, given what was found
   */
  private record Start(
      StateFolder folder, BooleanSupplier ended, Function<String, ExecutorException> failed) {}

  /** Waits until bubblewrap waits for its release, and checks the mounts. */
  private static ProcessId prepared(SandboxPlan plan, Start start) throws IOException {
    ProcessId first = awaitPrepared(plan, start);
    checkMounts(plan, first, start);
    return first;
  }

  /**
   * Waits until bubblewrap has made all mounts. It maps the user to root while it mounts, and to
   * the user's own id afterwards.
   */
  private static ProcessId awaitPrepared(SandboxPlan plan, Start start) {
    String uid = "" + plan.spec().user().uid();
    boolean[] ended = {false};
    ProcessId[] first = new ProcessId[1];
    boolean prepared =
        Pause.until(
            TIMEOUT,
            () -> {
              Optional<ProcessId> child = SupervisorProcess.child(start.folder());
              if (child.isPresent() && isMapped(child.get(), uid)) {
                first[0] = child.get();
                return true;
              }
              ended[0] = start.ended().getAsBoolean();
              return ended[0];
            });
    if (!prepared || ended[0]) {
      throw start
          .failed()
          .apply(prepared ? "" : "it is not ready after " + TIMEOUT.toSeconds() + " s");
    }
    return first[0];
  }

  private static boolean isMapped(ProcessId process, String uid) {
    try {
      Path map = Path.of("/proc", "" + process.pid(), "uid_map");
      String[] words = Files.readString(map, StandardCharsets.US_ASCII).strip().split("\\s+", -1);
      return words.length == 3 && words[0].equals(uid) && words[1].equals(uid);
    } catch (IOException e) {
      LOG.debug("Process {} has ended", process, e);
      return false;
    }
  }

  private static void checkMounts(SandboxPlan plan, ProcessId first, Start start)
      throws IOException {
    Optional<List<String>> differences = MountCheck.differences(first.pid(), plan.all(), List.of());
    if (differences.isEmpty()) {
      throw start.failed().apply("it ended before the check of its mounts");
    }
    if (!differences.get().isEmpty()) {
      throw MountCheck.tampered(differences.get());
    }
  }

  /** Waits until the agent's program has replaced bubblewrap. */
  private static void checkProgram(SupervisedSandbox sandbox) throws IOException {
    Pause.until(
        FORK_TIMEOUT, () -> SupervisorProcess.hasEnded(sandbox.folder()) || hasBegun(sandbox));
    if (SupervisorProcess.hasEnded(sandbox.folder())
        && sandbox.awaitEnd(FORK_TIMEOUT)
        && sandbox.firstError().startsWith(NOT_FOUND)) {
      throw SupervisorProcess.failed(sandbox, "it cannot run its program:");
    }
  }

  private static boolean hasBegun(SupervisedSandbox sandbox) {
    return sandbox
        .program()
        .map(
            program -> {
              try {
                Path name = Path.of("/proc", "" + program.pid(), "comm");
                return !Files.readString(name, StandardCharsets.ISO_8859_1).startsWith("bwrap");
              } catch (IOException e) {
                // Its end is about to be written, and says whether it had begun.
                LOG.debug("Process {} has ended", program, e);
                return false;
              }
            })
        .orElse(false);
  }
}
