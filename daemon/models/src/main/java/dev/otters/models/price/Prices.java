package dev.otters.models.price;

import java.util.Optional;

/** The prices and sizes of models, which may change at any time. */
@FunctionalInterface
public interface Prices {
  /** Knows no price. */
  Prices NONE = model -> Optional.empty();

  /**
   * Returns the price of a model; empty if it is unknown.
   *
   * @param model {@code provider/model}
   */
  Optional<Price> of(String model);

  /**
   * Returns the size of a model: that of the operator's list before what its provider reports, and
   * that before the one of the release.
   *
   * @param model {@code provider/model}
   */
  default ModelSize size(String model, ModelSize reported) {
    return reported;
  }

  /** Returns the problem of the operator's list; empty for none. */
  default Optional<String> problem() {
    return Optional.empty();
  }
}
