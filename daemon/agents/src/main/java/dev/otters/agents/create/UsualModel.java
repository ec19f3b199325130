package dev.otters.agents.create;

/** Chooses the model of an agent whose image and operator name none. */
@FunctionalInterface
public interface UsualModel {
  /**
   * Is a choice.
   *
   * @param model {@code provider/model}
   * @param why why this one
   */
  record Choice(String model, String why) {}

  /**
   * Returns the choice.
   *
   * @throws dev.otters.api.ApiException MODEL_MISSING when nothing suggests itself; says which
   *     there are and how to get them
   */
  Choice choose();
}
