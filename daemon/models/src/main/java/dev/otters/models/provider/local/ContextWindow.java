package dev.otters.models.provider.local;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.provider.local.prompt.Prompt;
import java.util.Optional;

/**
 * Fits a prompt into the context of a model. The instructions and the newest turn always stay. The
 * oldest turns are dropped first, in steps of one, two, four and so on, so that the rest stays the
 * same for many requests and is read once. Then tool results are shortened.
 *
 * @param contextSize the tokens of prompt and answer
 */
record ContextWindow(String model, int contextSize) {
  private static final int[] RESULT_LIMITS = {6000, 3000, 1500, 600, 200};
  private static final int LEAST_ANSWER = 64;
  private static final int MOST_ANSWER_PART = 4;

  /** Counts tokens. */
  interface Counter {
    /** Returns the number of tokens of a text. */
    int count(String text) throws InterruptedException;
  }

  /** A prompt that fits, with the limit for its answer. */
  record Fitted(String text, int tokens, Sampling sampling) {}

  /**
   * Fits a prompt.
   *
   * @throws ModelException if it cannot fit
   */
  Fitted fit(Prompt prompt, Sampling sampling, Counter counter) throws InterruptedException {
    int reserve =
        Math.min(sampling.maxTokens() + 1, Math.max(LEAST_ANSWER, contextSize / MOST_ANSWER_PART));
    int turns = prompt.turns();
    for (int limit : RESULT_LIMITS) {
      int oldest = 0;
      while (oldest == 0 || oldest < turns) {
        Optional<Fitted> fitted = attempt(prompt.text(oldest, limit), sampling, reserve, counter);
        if (fitted.isPresent()) {
          return fitted.get();
        }
        oldest = next(oldest, turns);
      }
    }
    throw Failures.tooLong(model, contextSize);
  }

  private static int next(int oldest, int turns) {
    int doubled = oldest == 0 ? 1 : oldest * 2;
    return oldest < turns - 1 ? Math.min(doubled, turns - 1) : turns;
  }

  private Optional<Fitted> attempt(String text, Sampling sampling, int reserve, Counter counter)
      throws InterruptedException {
    int tokens = counter.count(text);
    int left = contextSize - tokens - 1;
    return left >= reserve
        ? Optional.of(new Fitted(text, tokens, sampling.atMost(left)))
        : Optional.empty();
  }
}
