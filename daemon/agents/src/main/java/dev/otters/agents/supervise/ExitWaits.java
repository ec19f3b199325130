package dev.otters.agents.supervise;

import dev.otters.executor.Exit;
import dev.otters.home.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Lets those who ask sandboxes to end wait until they have. */
public final class ExitWaits {
  private final Map<UUID, CompletableFuture<Optional<Exit>>> waiting = new ConcurrentHashMap<>();
  private final Time time;

  public ExitWaits(Time time) {
    this.time = time;
  }

  /** Hears that a sandbox has ended. */
  void ended(UUID agent, Exit exit) {
    CompletableFuture<Optional<Exit>> wait = waiting.get(agent);
    if (wait != null) {
      wait.complete(Optional.of(exit));
    }
  }

  /**
   * Asks a sandbox to end, and waits until it has.
   *
   * @param agent whose
   * @param ask asks it to end; returns false when nobody heard it
   * @param limit how long to wait
   * @return whether anybody heard it, and how it ended
   */
  Answer await(UUID agent, BooleanSupplier ask, Duration limit) {
    CompletableFuture<Optional<Exit>> wait = new CompletableFuture<>();
    waiting.put(agent, wait);
    Time.Timer timer = time.after(limit, () -> wait.complete(Optional.empty()));
    try {
      return ask.getAsBoolean()
          ? new Answer(true, wait.join())
          : new Answer(false, Optional.empty());
    } finally {
      timer.cancel();
      waiting.remove(agent, wait);
    }
  }

  /**
   * Is what came of asking a sandbox to end.
   *
   * @param heard whether anybody heard it
   * @param exit how it ended; empty when it has not
   */
  record Answer(boolean heard, Optional<Exit> exit) {}
}
