package dev.otters.executor.docker;

import com.github.dockerjava.api.command.InspectExecResponse;
import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Pause;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import dev.otters.executor.posix.Signals;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program in a container beside the container's own, as the engine knows it.
 *
 * @param container the id of the container
 * @param id the engine's id of the program
 */
record ContainerProgram(EngineConnection engine, String container, String id) {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerProgram.class);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration LOOK = Duration.ofMillis(5);

  /**
   * Returns the pid of the running program; 0 when it has ended. Waits for a pid that the engine
   * does not have yet, since a program can speak before.
   */
  private int pid() {
    AtomicInteger pid = new AtomicInteger();
    try {
      boolean _ = Pause.until(START_TIMEOUT, LOOK, () -> isKnown(inspect(), pid));
    } catch (ExecutorException e) {
      LOG.debug("Cannot look up the program {}", id, e);
    }
    return pid.get();
  }

  /** Returns whether the program has certainly ended. */
  boolean hasEnded() {
    try {
      return hasEnded(inspect());
    } catch (ExecutorException e) {
      LOG.debug("Cannot look up the program {}", id, e);
      return false;
    }
  }

  private static boolean hasEnded(InspectExecResponse program) {
    return !Boolean.TRUE.equals(program.isRunning()) && program.getExitCodeLong() != null;
  }

  private static boolean isKnown(InspectExecResponse program, AtomicInteger pid) {
    boolean running = Boolean.TRUE.equals(program.isRunning());
    if (running) {
      pid.set(Objects.requireNonNullElse(program.getPidLong(), 0L).intValue());
    }
    return pid.get() > 0 || hasEnded(program);
  }

  /** Returns whether the engine could not start the program. */
  boolean wasRefused() {
    try {
      InspectExecResponse found = inspect();
      long code = Objects.requireNonNullElse(found.getExitCodeLong(), 0L);
      return hasEnded(found)
          && Objects.requireNonNullElse(found.getPidLong(), 0L) == 0
          && (engine.kind().keepsPids()
              || code == Execution.NOT_FOUND
              || code == Execution.NOT_EXECUTABLE);
    } catch (ExecutorException e) {
      LOG.debug("Cannot look up the program {}", id, e);
      return false;
    }
  }

  /** Kills the program and its process group if it still runs, and returns whether it did. */
  boolean kill() {
    int pid = pid();
    try {
      if (pid > 1 && Signals.send(pid, Signals.STOP, () -> isOurs(pid))) {
        Signals.killGroup(pid);
        boolean _ = Signals.send(pid, Signals.KILL, () -> isOurs(pid));
        return true;
      }
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("pid", pid).setCause(e).log("Cannot kill a program");
    }
    return false;
  }

  /**
   * Asks the engine for the state of the program.
   *
   * @throws ExecutorException when the engine does not answer or has forgotten the program
   */
  InspectExecResponse inspect() {
    return EngineErrors.call("look up the program", () -> engine.calls().inspectExecCmd(id).exec());
  }

  private boolean isOurs(int pid) {
    try {
      return StartCheck.isOurs(pid, container);
    } catch (IOException e) {
      LOG.debug("Cannot look at process {}", pid, e);
      return false;
    }
  }
}
