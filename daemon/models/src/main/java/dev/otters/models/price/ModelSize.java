package dev.otters.models.price;

import java.util.Optional;

/**
 * How much a model takes and gives.
 *
 * @param context the tokens of a request and its answer; empty if unknown
 * @param maxOutput the most tokens of an answer; empty if unknown
 */
public record ModelSize(Optional<Integer> context, Optional<Integer> maxOutput) {
  /** An unknown size. */
  public static final ModelSize UNKNOWN = new ModelSize(Optional.empty(), Optional.empty());

  /** Returns a size of which only the context is known. */
  public static ModelSize of(int context) {
    return new ModelSize(Optional.of(context), Optional.empty());
  }

  /** Returns this size, with what another one adds to it. */
  public ModelSize or(ModelSize other) {
    return new ModelSize(context.or(other::context), maxOutput.or(other::maxOutput));
  }
}
