package dev.otters.executor.system.process;

import dev.otters.executor.Exit;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.posix.Signals;
import dev.otters.executor.system.machine.Cgroups;
import dev.otters.executor.system.output.LineFollower;
import dev.otters.executor.system.output.LineStore;
import dev.otters.executor.system.output.OutputKeeper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A sandbox with its supervisor: its output, its state and its end. */
public final class SupervisedSandbox implements LineFollower.Source {
  private static final Logger LOG = LoggerFactory.getLogger(SupervisedSandbox.class);
  private static final int KILLED = 137;
  private static final Duration OOM_WINDOW = Duration.ofSeconds(2);

  private final SandboxKey key;
  private final String id;
  private final StateFolder folder;
  private final Cgroups cgroups;
  private final Processes processes;
  private final OutputKeeper output;

  private Optional<ProcessId> first;
  private Optional<Exit> exit = Optional.empty();
  private boolean removed;

  // Only the watcher uses these.
  private long outOfMemory;
  private Instant lastOutOfMemory = Instant.MIN;

  public SupervisedSandbox(SandboxKey key, StateFolder folder, Cgroups cgroups, Processes processes)
      throws IOException {
    this.key = key;
    this.id = folder.id();
    this.folder = folder;
    this.cgroups = cgroups;
    this.processes = processes;
    this.first = folder.started();
    this.output = new OutputKeeper(folder.path(), folder.raw(), this);
    this.outOfMemory = cgroups.outOfMemory(key.id().toString());
  }

  public SandboxKey key() {
    return key;
  }

  public String id() {
    return id;
  }

  public StateFolder folder() {
    return folder;
  }

  /** Returns the present state of the sandbox. */
  public synchronized Sandbox sandbox() {
    OptionalInt pid =
        first.isPresent() && exit.isEmpty()
            ? OptionalInt.of(first.get().pid())
            : OptionalInt.empty();
    return new Sandbox(key, id, pid, exit);
  }

  public boolean isRunning() {
    return sandbox().state() == Sandbox.State.RUNNING;
  }

  /** Returns whether an earlier daemon died during the start. The program must never begin then. */
  public boolean isUnfinished() throws IOException {
    return folder.started().isEmpty() && folder.supervisor().isPresent();
  }

  /** Records the start, and lets the program begin. */
  public void release(ProcessId process) throws IOException {
    folder.writeStarted(process);
    synchronized (this) {
      first = Optional.of(process);
    }
    folder.release();
  }

  /** Returns the sandbox's own program; empty before its start and after its end. */
  public Optional<ProcessId> program() {
    return firstProcess().flatMap(processes::program);
  }

  /** Returns the first process; empty before the start. */
  public synchronized Optional<ProcessId> firstProcess() {
    return first;
  }

  /** Kills all processes of the sandbox. */
  public void kill() throws IOException {
    Optional<ProcessId> known = folder.isOfEarlierBoot() ? Optional.empty() : firstProcess();
    if (known.isEmpty() || !processes.kill(known.get())) {
      LOG.debug("The sandbox {} has no processes", id);
    }
  }

  /** Kills the sandbox and its supervisor, which may not be able to write the exit code. */
  public void killSupervisor() throws IOException {
    kill();
    Optional<ProcessId> supervisor = folder.supervisor();
    if (supervisor.isPresent()) {
      supervisor.get().killGroup();
    }
  }

  /**
   * Looks for new output and for the end.
   *
   * @param listener receives the end, once
   * @return whether to call this again at once
   */
  public boolean advance(Consumer<Exit> listener) {
    try {
      Optional<StateFolder.Ended> ended = isRunning() ? ending() : Optional.empty();
      endWhatIsLeft();
      OutputKeeper.Progress progress = output.collect();
      if (progress.any()) {
        signalChange();
      }
      if (progress.more()) {
        return true;
      }
      if (isRunning()) {
        ended.ifPresentOrElse(e -> finish(e, listener), this::countOutOfMemory);
      }
      return false;
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("sandbox", id).setCause(e).log("Cannot look at a sandbox");
      return false;
    }
  }

  private void endWhatIsLeft() throws IOException {
    Optional<ProcessId> known = isRunning() ? firstProcess() : Optional.empty();
    if (known.isPresent() && !processes.endTogether() && !known.get().isAlive()) {
      kill();
    }
  }

  /** Returns the end, even if the supervisor has vanished. */
  private Optional<StateFolder.Ended> ending() throws IOException {
    Optional<StateFolder.Ended> ended = folder.ended();
    if (ended.isPresent() || isSupervised()) {
      return ended;
    }
    // The supervisor may have written the end between the two looks.
    return Optional.of(folder.ended().isPresent() ? folder.ended().get() : lost());
  }

  private StateFolder.Ended lost() throws IOException {
    LOG.atWarn().addKeyValue("sandbox", id).log("A sandbox lost its supervisor");
    kill();
    try {
      folder.writeEnded(Exit.UNKNOWN);
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("sandbox", id).setCause(e).log("Cannot record the end of a sandbox");
    }
    return new StateFolder.Ended(Exit.UNKNOWN, 0, Instant.now());
  }

  private boolean isSupervised() throws IOException {
    return folder.supervisor().map(ProcessId::isAlive).orElse(false);
  }

  private void countOutOfMemory() {
    long count = cgroups.outOfMemory(key.id().toString());
    if (count > outOfMemory) {
      outOfMemory = count;
      lastOutOfMemory = Instant.now();
    }
  }

  private void finish(StateFolder.Ended ended, Consumer<Exit> listener) {
    output.end();
    Cgroups.remove(cgroups.groups(key.id().toString()));
    Exit judged = Exit.of(ended.code(), ranOutOfMemory(ended), ended.at());
    synchronized (this) {
      exit = Optional.of(judged);
      notifyAll();
    }
    listener.accept(judged);
  }

  /**
   * Returns whether lack of memory caused the end: the program was killed without a request, just
   * after an out-of-memory event. If the daemon was not watching, any such event counts.
   */
  private boolean ranOutOfMemory(StateFolder.Ended ended) {
    if (ended.code() != KILLED || folder.isRequested()) {
      return false;
    }
    return ended.outOfMemory() > outOfMemory
        || !lastOutOfMemory.isBefore(ended.at().minus(OOM_WINDOW));
  }

  private synchronized void signalChange() {
    notifyAll();
  }

  /** Waits for the end, and returns whether it came. */
  public synchronized boolean awaitEnd(Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    try {
      for (long left = end - System.nanoTime();
          exit.isEmpty() && left > 0;
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return exit.isPresent();
  }

  @Override
  public synchronized LineStore.Place awaitLines(LineStore.Place after)
      throws InterruptedException {
    while (output.place().equals(after) && !isOver()) {
      wait();
    }
    return output.place();
  }

  @Override
  public synchronized boolean isOver() {
    return exit.isPresent() || removed;
  }

  /** Releases the files, which are about to be removed or left to another daemon. */
  public synchronized void close() {
    removed = true;
    notifyAll();
    try {
      output.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the first line on standard error, of bubblewrap or of the program; empty when there is
   * none.
   */
  public String firstError() {
    return output.firstError();
  }

  /** Asks the program to end, and returns whether it was there. */
  public boolean terminateProgram() {
    try {
      Optional<ProcessId> program = program();
      return program.isPresent() && program.get().signal(Signals.TERM);
    } catch (PosixException e) {
      LOG.debug("Cannot signal the program of {}", id, e);
      return false;
    }
  }
}
