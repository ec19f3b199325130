package dev.otters.sessions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Facts about running attempts that need not survive a restart. Finished attempts leave nothing
 * behind. Thread-safe.
 */
final class Attempts {
  /**
   * One attempt.
   *
   * @param completions how many requests were sent to a provider
   * @param retryAfter how long a provider asked to wait, or zero
   */
  private record Attempt(int completions, Duration retryAfter) {}

  private final Map<String, Attempt> running = new ConcurrentHashMap<>();

  void begin(String activation) {
    running.put(activation, new Attempt(0, Duration.ZERO));
  }

  void end(String activation) {
    running.remove(activation);
  }

  /**
   * Counts a request to a provider.
   *
   * @throws SessionException with {@code INVALID} if the attempt has used up its completions
   */
  void countCompletion(String activation, int most) {
    running.computeIfPresent(
        activation,
        (id, attempt) -> {
          if (attempt.completions() >= most) {
            throw SessionException.invalid(
                "the turn has used all " + most + " completions that CONFIG max-iterations allows");
          }
          return new Attempt(attempt.completions() + 1, attempt.retryAfter());
        });
  }

  void retryAfter(String activation, Duration wait) {
    running.computeIfPresent(activation, (id, attempt) -> new Attempt(attempt.completions(), wait));
  }

  Duration retryAfter(String activation) {
    Attempt attempt = running.get(activation);
    return attempt == null ? Duration.ZERO : attempt.retryAfter();
  }
}
