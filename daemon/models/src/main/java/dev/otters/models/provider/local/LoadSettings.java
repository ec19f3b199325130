package dev.otters.models.provider.local;

import dev.otters.models.weights.LocalModel;

/**
 * Is what a child has loaded.
 *
 * @param contextSize the tokens of one conversation, at the most
 * @param slots how many conversations are remembered, for a next prompt that begins alike
 * @param threads how many threads compute
 */
record LoadSettings(LocalModel model, int contextSize, int slots, int threads) {
  private static final int MOST_CONTEXT = 8192;
  private static final int SLOTS = 2;
  private static final long LEAST_BYTES_PER_TOKEN = 24 * 1024;
  private static final long WEIGHTS_PER_TOKEN = 40_000;
  private static final long PROGRAM_BYTES = 200L << 20;

  /** Chooses what is usual for a model. */
  static LoadSettings usual(LocalModel model, int threads) {
    return new LoadSettings(model, Math.min(model.contextSize(), MOST_CONTEXT), SLOTS, threads);
  }

  /**
   * Estimates the memory that it takes: weights, what is remembered of the conversations, and the
   * program. The bytes for a token grow with the model; seen were 23 kB with 98 MB of weights, 28
   * kB with 1.1 GB and 128 kB with 4.7 GB.
   */
  long bytes() {
    long token = Math.max(LEAST_BYTES_PER_TOKEN, model.bytes() / WEIGHTS_PER_TOKEN);
    return model.bytes() + token * contextSize * slots + PROGRAM_BYTES;
  }
}
