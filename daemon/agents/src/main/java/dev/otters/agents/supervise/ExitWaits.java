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

/** Lets callers wait for the end of a sandbox. */
public final class ExitWaits {
  private final Map<UUID, CompletableFuture<Optional<Exit>>> waiting = new ConcurrentHashMap<>();
  private final Time time;

  public ExitWaits(Time time) {
    this.time = time;
  }

  /** Reports the end of a sandbox. */
  void ended(UUID agent, Exit exit) {
    CompletableFuture<Optional<Exit>> wait = waiting.get(agent);
    if (wait != null) {
      wait.complete(Optional.of(exit));
    }
  }

  /**
   * Asks a sandbox to end, and waits for its end.
   *
   * @param ask sends the request; returns false if no runtime received it
   * @param limit the time to wait
   * @return whether a runtime received the request, and how the sandbox ended
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
   * The outcome of a request to end.
   *
   * @param heard whether a runtime received the request
   * @param exit how the sandbox ended; empty if it has not
   */
  record Answer(boolean heard, Optional<Exit> exit) {}
}
