package dev.otters.models.provider.local;

import dev.otters.home.time.Time;
import dev.otters.models.gateway.Caller;
import dev.otters.models.weights.LocalModel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps at most one model loaded for all agents. Callers wait in line; a caller's turn loads its
 * model and unloads any other. An idle model is unloaded after a while.
 */
final class ModelSlot implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelSlot.class);

  /** A use of the loaded model. */
  interface Use<T> {
    /** Uses the model; throws what {@link Child} throws. */
    T with(Child child, LoadSettings loaded) throws InterruptedException;
  }

  private record Occupant(Child child, LoadSettings loaded) {}

  private final Child.Launcher launcher;
  private final AvailableMemory memory;
  private final Duration idle;
  private final Time time;
  private final IntSupplier threads;
  private final WaitingLine line = new WaitingLine();
  private final ReentrantLock turn = new ReentrantLock();
  private volatile Optional<Occupant> occupant = Optional.empty();
  private Optional<Time.Timer> unloading = Optional.empty();
  private long uses;
  private volatile boolean closed;

  /**
   * Creates an empty slot.
   *
   * @param idle how long an idle model stays loaded
   * @param threads returns the number of threads for a model that is loaded now
   */
  ModelSlot(
      Child.Launcher launcher,
      AvailableMemory memory,
      Duration idle,
      Time time,
      IntSupplier threads) {
    this.launcher = launcher;
    this.memory = memory;
    this.idle = idle;
    this.time = time;
    this.threads = threads;
  }

  /** Returns the number of callers that use a model or wait in line. */
  int waiting() {
    return line.size();
  }

  /**
   * Waits in line, loads the model if necessary, and uses it.
   *
   * @param caller receives notes while it waits
   */
  <T> T use(LocalModel model, Caller caller, Use<T> use) throws InterruptedException {
    line.enter(caller);
    try {
      return inTurn(model, use);
    } finally {
      line.leave();
    }
  }

  private <T> T inTurn(LocalModel model, Use<T> use) throws InterruptedException {
    turn.lockInterruptibly();
    try {
      uses++;
      unloading.ifPresent(Time.Timer::cancel);
      Occupant current = occupy(model);
      return use.with(current.child(), current.loaded());
    } finally {
      expire();
      turn.unlock();
    }
  }

  private Occupant occupy(LocalModel model) throws InterruptedException {
    if (closed) {
      throw Failures.notStarted(model.name(), "the daemon is stopping");
    }
    if (occupant.isPresent()) {
      Occupant current = occupant.get();
      if (current.loaded().model().equals(model) && current.child().isUsable()) {
        return current;
      }
      unload(current.child().isUsable() ? "another model is needed" : "its process has ended");
    }
    LoadSettings wanted = LoadSettings.usual(model, threads.getAsInt());
    memory.require(wanted);
    long began = time.nanos();
    Occupant fresh = new Occupant(launcher.start(wanted), wanted);
    occupant = Optional.of(fresh);
    LOG.atInfo()
        .addKeyValue("model", model.name())
        .addKeyValue("millis", Duration.ofNanos(time.nanos() - began).toMillis())
        .log("A local model was loaded");
    return fresh;
  }

  private void expire() {
    long seen = uses;
    unloading = occupant.map(current -> time.after(idle, () -> unloadUnused(seen)));
  }

  private void unloadUnused(long seen) {
    turn.lock();
    try {
      if (uses == seen) {
        unload("it was idle for " + idle.toSeconds() + " s");
      }
    } finally {
      turn.unlock();
    }
  }

  private void unload(String why) {
    occupant.ifPresent(
        current -> {
          current.child().close();
          LOG.atInfo()
              .addKeyValue("model", current.loaded().model().name())
              .addKeyValue("why", why)
              .log("A local model was unloaded");
        });
    occupant = Optional.empty();
  }

  /** Unloads the model; a running use fails. */
  @Override
  public void close() {
    // First, so that no waiting caller loads a model meanwhile.
    closed = true;
    occupant.ifPresent(current -> current.child().close());
    turn.lock();
    try {
      unloading.ifPresent(Time.Timer::cancel);
      unload("the daemon is stopping");
    } finally {
      turn.unlock();
    }
  }
}
