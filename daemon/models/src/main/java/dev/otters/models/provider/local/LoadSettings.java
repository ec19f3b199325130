package dev.otters.models.provider.local;

import dev.otters.models.weights.LocalModel;

/**
 * The settings of a loaded model.
 *
 * @param contextSize the most tokens of one conversation
 * @param slots the number of conversations kept for prompts with the same beginning
 * @param threads the number of computing threads
 */
record LoadSettings(LocalModel model, int contextSize, int slots, int threads) {
  private static final int MOST_CONTEXT = 8192;
  private static final int SLOTS = 2;
  private static final long LEAST_BYTES_PER_TOKEN = 24 * 1024;
  private static final long WEIGHTS_PER_TOKEN = 40_000;
  private static final long PROGRAM_BYTES = 200L << 20;

  static LoadSettings usual(LocalModel model, int threads) {
    return new LoadSettings(model, Math.min(model.contextSize(), MOST_CONTEXT), SLOTS, threads);
  }

  /**
   * Estimates the memory in bytes: weights, kept conversations and program. The memory for a token
   * grows with the model: 23 kB with 98 MB of weights, 28 kB with 1.1 GB and 128 kB with 4.7 GB
   * were measured.
   */
  long bytes() {
    long token = Math.max(LEAST_BYTES_PER_TOKEN, model.bytes() / WEIGHTS_PER_TOKEN);
    return model.bytes() + token * contextSize * slots + PROGRAM_BYTES;
  }
}
