package dev.otters.api.model;

import org.jspecify.annotations.Nullable;

/**
 * One line of {@code otters model ls}.
 *
 * @param name the model's name within its provider: a MODEL is {@code provider/name}
 * @param title its title, null when unknown
 * @param size of its weights in bytes, 0 for a remote model
 * @param licence null when unknown
 * @param context its context window in tokens, 0 when unknown
 * @param maxOutput the most tokens of an answer, 0 when unknown
 * @param state such as {@code installed}, {@code available} or {@code offered}
 * @param installed whether an agent can use it right now
 * @param digest of its weights, null for a remote model
 * @param inputNanos the price of a million tokens of input in billionths of a US dollar, null when
 *     unknown
 * @param outputNanos the price of a million tokens of output, likewise
 */
public record ModelSummary(
    String name,
    String provider,
    @Nullable String title,
    long size,
    @Nullable String licence,
    int context,
    int maxOutput,
    String state,
    boolean installed,
    @Nullable String digest,
    @Nullable Long inputNanos,
    @Nullable Long outputNanos) {
  /** Returns this model with a size and a price. */
  public ModelSummary with(
      int tokens, int mostOutput, @Nullable Long inputPrice, @Nullable Long outputPrice) {
    return new ModelSummary(
        name,
        provider,
        title,
        size,
        licence,
        tokens,
        mostOutput,
        state,
        installed,
        digest,
        inputPrice,
        outputPrice);
  }
}
