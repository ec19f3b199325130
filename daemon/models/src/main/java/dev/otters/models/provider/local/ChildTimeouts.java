package dev.otters.models.provider.local;

import java.time.Duration;

/**
 * Is how long a child may be silent before it counts as stalled.
 *
 * @param start until the model is loaded
 * @param beginning until the first text, for an empty prompt
 * @param promptToken how much longer, for each token of the prompt: reading a long one is work
 * @param text between two pieces of text
 * @param cancel until a cancelled completion has ended
 */
record ChildTimeouts(
    Duration start, Duration beginning, Duration promptToken, Duration text, Duration cancel) {
  /** Is what a slow and busy machine needs. */
  static final ChildTimeouts USUAL =
      new ChildTimeouts(
          Duration.ofMinutes(3),
          Duration.ofSeconds(60),
          Duration.ofMillis(500),
          Duration.ofSeconds(60),
          Duration.ofSeconds(15));

  Duration beginning(int promptTokens) {
    return beginning.plus(promptToken.multipliedBy(promptTokens));
  }
}
