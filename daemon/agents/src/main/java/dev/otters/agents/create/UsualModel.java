package dev.otters.agents.create;

/** Chooses the model of an agent when neither the image nor the operator names one. */
@FunctionalInterface
public interface UsualModel {
  /**
   * A choice of a model.
   *
   * @param model {@code provider/model}
   * @param why the reason of the choice
   */
  record Choice(String model, String why) {}

  /**
   * Returns the choice.
   *
   * @throws dev.otters.api.ApiException MODEL_MISSING if there is no obvious choice; lists the
   *     models and how to get them
   */
  Choice choose();
}
