package dev.otters.http;

import java.time.Duration;

/** Formats durations for messages. */
final class Shown {
  private Shown() {}

  static String of(Duration time) {
    return time.toMillis() < 1000 ? time.toMillis() + " ms" : time.toSeconds() + " s";
  }
}
