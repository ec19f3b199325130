package dev.otters.worker;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Notice;
import dev.otters.protocol.SandboxModels;
import dev.otters.protocol.WireError;
import dev.otters.worker.context.ContextFiles;
import dev.otters.worker.egress.ProxyRelay;
import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.PidNamespace;
import dev.otters.worker.tool.Families;
import dev.otters.worker.tool.ToolBox;
import dev.otters.worker.turn.TurnEnvironment;
import dev.otters.worker.wire.DaemonListener;
import dev.otters.worker.wire.Persistence;
import dev.otters.worker.wire.WireClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The runtime of an agent. It connects, writes the context files, and then leases activations and
 * runs their turns until it is stopped.
 */
final class Worker implements DaemonListener {
  private static final int MOST_PARALLEL_TURNS = 64;
  private static final int START_ATTEMPTS = 20;
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(2);
  private static final Duration GOODBYE_PATIENCE = Duration.ofSeconds(2);

  private final WorkerOptions options;
  private final Log log;
  private final WireClient daemon;
  private final TurnDesk desk = new TurnDesk();
  private final Families families;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CompletableFuture<Exit> exit = new CompletableFuture<>();
  private volatile boolean told;

  Worker(WorkerOptions options, Log log) {
    this.options = options;
    this.log = log;
    this.families = new Families(PidNamespace.isOwn() && options.paths().sandboxed());
    this.daemon =
        new WireClient(
            options.daemon(), options.token(), options.version(), options.backoff(), this, log);
  }

  /** Runs to the end and returns how it ended. */
  Exit run() {
    try {
      AgentSetup setup = connect();
      TurnEnvironment environment = prepare(setup);
      int turns = parallelTurns(setup);
      LeaseLoop loop = new LeaseLoop(environment, desk, options.backoff(), turns, stopping);
      Thread.ofVirtual().name("lease").start(loop::run);
      return exit.join();
    } catch (FatalException fatal) {
      return exit.isDone() ? exit.join() : giveUp(fatal);
    } finally {
      desk.abandonAll();
      daemon.close();
    }
  }

  /**
   * Stops taking work and ends after the running turns or at the end of the grace period. Returns
   * at once. If called again, the shortest grace period applies.
   */
  private void stop(Duration grace, Exit how) {
    log.line("stopping within " + grace.toMillis() + " ms");
    stopping.countDown();
    Thread.ofVirtual().name("stop").start(() -> stopWithin(grace, how));
  }

  /** Stops after a signal. The exit is {@link Exit#STOPPED} only if the daemon had asked for it. */
  void terminate(Duration grace) {
    stop(grace, told ? Exit.STOPPED : Exit.TERMINATED);
  }

  /** Returns the future exit. */
  CompletableFuture<Exit> exit() {
    return exit;
  }

  @Override
  public void told(Notice notice) {
    switch (notice) {
      case Notice.Interrupt(String activation) -> {
        if (daemon.holds(activation)) {
          desk.interrupt(activation);
        }
      }
      case Notice.Stop(long graceMillis) -> {
        told = true;
        stop(Duration.ofMillis(Math.max(0, graceMillis)), Exit.STOPPED);
      }
    }
  }

  @Override
  public void rejected(WireError error) {
    log.line("the daemon no longer accepts this runtime: " + error.message());
    exit.complete(Exit.FAILED);
  }

  private AgentSetup connect() throws FatalException {
    String socket = options.daemon().socket().toString();
    long seconds = options.connectPatience().toSeconds();
    return await(
        daemon.open(), "The daemon did not answer at " + socket + " for " + seconds + " s");
  }

  private TurnEnvironment prepare(AgentSetup setup) throws FatalException {
    ContextFiles context = ContextFiles.of(setup, options.paths());
    try {
      context.writeTo(options.paths().context());
    } catch (IOException unwritable) {
      throw new FatalException("init", "The runtime " + unwritable.getMessage(), unwritable);
    }
    if (setup.network().equals(AgentSetup.EGRESS_NETWORK)) {
      relay(options.proxyPort(), options.daemon().proxySocket());
    }
    if (SandboxModels.isOn(setup.configs())) {
      relay(SandboxModels.PORT, options.daemon().modelSocket());
    }
    ToolBox tools = new ToolBox(setup, options.paths(), families, log);
    Optional<String> problem = tools.problem();
    if (problem.isPresent()) {
      throw new FatalException("init", problem.get());
    }
    Answer.Done unused =
        await(
            new Persistence(daemon, options.backoff())
                .call(new Call.Ready(context.blocks()), START_ATTEMPTS),
            "The daemon is gone");
    log.line(
        "ready: "
            + count(setup.tools().size(), "tool")
            + ", "
            + count(setup.mounts().size(), "mount"));
    return new TurnEnvironment(daemon, tools, options.paths(), options.timings(), log);
  }

  /** Passes the connections of a port on to a socket of the daemon, until the process ends. */
  private void relay(int port, Path socket) throws FatalException {
    try {
      ProxyRelay unused = ProxyRelay.start(port, socket, log);
    } catch (IOException taken) {
      throw new FatalException(
          "init", "The runtime cannot listen on port " + port + ": " + taken + ".", taken);
    }
  }

  /** Waits for something that the start needs; a stop ends the wait, too. */
  private <T> T await(CompletableFuture<T> answer, String silence) throws FatalException {
    try {
      CompletableFuture.anyOf(answer, exit)
          .get(options.connectPatience().toMillis(), TimeUnit.MILLISECONDS);
      if (answer.isDone()) {
        return answer.get();
      }
      throw new FatalException("init", "The runtime was stopped before it was ready.");
    } catch (TimeoutException silent) {
      throw new FatalException("init", silence + ".", silent);
    } catch (ExecutionException refused) {
      Throwable cause = refused.getCause();
      String why = cause == null ? refused.toString() : String.valueOf(cause.getMessage());
      throw new FatalException("init", "The daemon refused the runtime: " + why, refused);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("the main thread must not be interrupted", interrupted);
    }
  }

  private void stopWithin(Duration grace, Exit how) {
    try {
      if (!desk.awaitIdle(grace)) {
        desk.abandonAll();
        if (!desk.awaitIdle(KILL_PATIENCE)) {
          log.line("a turn did not end in time");
        }
      }
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("a stop must not be interrupted", interrupted);
    } finally {
      exit.complete(how);
    }
  }

  private Exit giveUp(FatalException fatal) {
    log.line(fatal.sentence());
    try {
      Answer.Done unused =
          daemon
              .call(new Call.Fatal(fatal.reason(), fatal.sentence()))
              .get(GOODBYE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException | InterruptedException unheard) {
      log.line("cannot tell the daemon: " + unheard);
    }
    return Exit.FAILED;
  }

  private int parallelTurns(AgentSetup setup) {
    String wanted = setup.configs().get("max-parallel-turns");
    if (wanted == null) {
      return AgentSetup.DEFAULT_PARALLEL_TURNS;
    }
    try {
      return Math.clamp(Integer.parseInt(wanted), 1, MOST_PARALLEL_TURNS);
    } catch (NumberFormatException wrong) {
      log.line(
          "CONFIG max-parallel-turns is not a number; using " + AgentSetup.DEFAULT_PARALLEL_TURNS);
      return AgentSetup.DEFAULT_PARALLEL_TURNS;
    }
  }

  private static String count(int number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}
