package dev.otters.models.provider.local;

import java.time.Duration;

/**
 * The timeouts of a child process.
 *
 * @param start until the model is loaded
 * @param beginning until the first text for an empty prompt
 * @param promptToken in addition for each token of the prompt
 * @param text between two pieces of text
 * @param cancel until a cancelled completion has ended
 */
record ChildTimeouts(
    Duration start, Duration beginning, Duration promptToken, Duration text, Duration cancel) {
  /** The timeouts for a slow and busy machine. */
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
