package dev.otters.sessions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Facts about running attempts that need not survive a restart. Finished attempts leave nothing
 * behind. Thread-safe.
 */
final class Attempts {
  private static final int MAX_CALL_ID = 256;

  /**
   * One attempt.
   *
   * @param completions how many completions the runtime has requested
   * @param lastCall the id of the latest request
   * @param retryAfter how long a provider asked to wait, or zero
   */
  private record Attempt(int completions, String lastCall, Duration retryAfter) {}

  private final Map<String, Attempt> running = new ConcurrentHashMap<>();

  void begin(String activation) {
    running.put(activation, new Attempt(0, "", Duration.ZERO));
  }

  void end(String activation) {
    running.remove(activation);
  }

  /**
   * Counts a completion. A repeated request with the latest id does not count.
   *
   * @throws SessionException with {@code INVALID} if the attempt has used up its completions
   */
  void countCompletion(String activation, String call, int most) {
    if (call.length() > MAX_CALL_ID) {
      throw SessionException.invalid(
          "the completion id is longer than " + MAX_CALL_ID + " characters");
    }
    running.computeIfPresent(
        activation,
        (id, attempt) -> {
          if (call.equals(attempt.lastCall())) {
            return attempt;
          }
          if (attempt.completions() >= most) {
            throw SessionException.invalid(
                "the turn has used all " + most + " completions that CONFIG max-iterations allows");
          }
          return new Attempt(attempt.completions() + 1, call, attempt.retryAfter());
        });
  }

  void retryAfter(String activation, Duration wait) {
    running.computeIfPresent(
        activation, (id, attempt) -> new Attempt(attempt.completions(), attempt.lastCall(), wait));
  }

  Duration retryAfter(String activation) {
    Attempt attempt = running.get(activation);
    return attempt == null ? Duration.ZERO : attempt.retryAfter();
  }
}
