package dev.otters.sessions.running;

import dev.otters.sessions.budget.Limit;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Facts about running attempts: how long providers asked to wait before the next attempt, and which
 * budget refused the last request. A restart forgets them, and finished attempts leave nothing
 * behind. Thread-safe.
 */
public final class Attempts {
  private static final Facts NONE = new Facts(Duration.ZERO, Optional.empty());

  private final Map<String, Facts> running = new ConcurrentHashMap<>();

  private record Facts(Duration retryAfter, Optional<Limit> refused) {}

  /** Begins an attempt of an activation. */
  public void begin(String activation) {
    running.put(activation, NONE);
  }

  /** Forgets the attempt of an activation. */
  public void end(String activation) {
    running.remove(activation);
  }

  /** Records how long the provider asked to wait. */
  public void retryAfter(String activation, Duration wait) {
    running.computeIfPresent(activation, (_, facts) -> new Facts(wait, facts.refused()));
  }

  /** Returns the wait, or zero. */
  public Duration retryAfter(String activation) {
    return running.getOrDefault(activation, NONE).retryAfter();
  }

  /** Records which budget refused the last request; empty if the budgets allowed it. */
  public void refused(String activation, Optional<Limit> budget) {
    running.computeIfPresent(activation, (_, facts) -> new Facts(facts.retryAfter(), budget));
  }

  /** Returns the limit that refused the last request; empty if none did. */
  public Optional<Limit> refused(String activation) {
    return running.getOrDefault(activation, NONE).refused();
  }
}
