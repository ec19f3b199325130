package dev.otters.sessions;

import dev.otters.sessions.budget.Scope;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Facts about running attempts: how long providers asked to wait before the next attempt, and which
 * budget refused the last request. A restart forgets them, and finished attempts leave nothing
 * behind. Thread-safe.
 */
final class Attempts {
  private static final Facts NONE = new Facts(Duration.ZERO, Optional.empty());

  private final Map<String, Facts> running = new ConcurrentHashMap<>();

  private record Facts(Duration retryAfter, Optional<Scope> refused) {}

  void begin(String activation) {
    running.put(activation, NONE);
  }

  void end(String activation) {
    running.remove(activation);
  }

  void retryAfter(String activation, Duration wait) {
    running.computeIfPresent(activation, (_, facts) -> new Facts(wait, facts.refused()));
  }

  /** Returns the wait, or zero. */
  Duration retryAfter(String activation) {
    return running.getOrDefault(activation, NONE).retryAfter();
  }

  /** Records which budget refused the last request; empty if the budgets allowed it. */
  void refused(String activation, Optional<Scope> budget) {
    running.computeIfPresent(activation, (_, facts) -> new Facts(facts.retryAfter(), budget));
  }

  /** Returns the scope of the budget that refused the last request; empty if none did. */
  Optional<Scope> refused(String activation) {
    return running.getOrDefault(activation, NONE).refused();
  }
}
