package dev.otters.sessions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The facts about running attempts that a restart of the daemon may forget. Nothing is kept about
 * an attempt that is over. Thread-safe.
 */
final class Attempts {
  private static final int MAX_CALL_ID = 256;

  /**
   * One attempt.
   *
   * @param completions how many completions were asked for, each call counted once
   * @param lastCall the id of the last of them
   * @param retryAfter the wait that a provider asked for, zero for none
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
   * Counts a completion, unless it is the last one asked for again.
   *
   * @throws SessionException with {@code INVALID} if the attempt has had as many as it may
   */
  void countCompletion(String activation, String call, int most) {
    if (call.length() > MAX_CALL_ID) {
      throw SessionException.invalid(
          "the id of a completion has more than " + MAX_CALL_ID + " characters");
    }
    running.computeIfPresent(
        activation,
        (id, attempt) -> {
          if (call.equals(attempt.lastCall())) {
            return attempt;
          }
          if (attempt.completions() >= most) {
            throw SessionException.invalid(
                "the turn asked the model more often than CONFIG max-iterations allows: " + most);
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
