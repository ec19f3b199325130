package dev.otters.sessions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long providers asked to wait before the next attempt of a running turn. A restart forgets it,
 * and finished attempts leave nothing behind. Thread-safe.
 */
final class Attempts {
  private final Map<String, Duration> running = new ConcurrentHashMap<>();

  void begin(String activation) {
    running.put(activation, Duration.ZERO);
  }

  void end(String activation) {
    running.remove(activation);
  }

  void retryAfter(String activation, Duration wait) {
    running.replace(activation, wait);
  }

  /** Returns the wait, or zero. */
  Duration retryAfter(String activation) {
    return running.getOrDefault(activation, Duration.ZERO);
  }
}
