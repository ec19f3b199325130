package dev.otters.models.gateway;

/**
 * A MODEL as an Agentfile names it: {@code provider/model}.
 *
 * @param model all after the first slash; may contain slashes
 */
public record ModelRef(String provider, String model) {
  /**
   * Parses a reference.
   *
   * @throws ModelException if either part is missing
   */
  public static ModelRef parse(String text) {
    int slash = text.indexOf('/');
    if (slash <= 0 || slash == text.length() - 1) {
      throw ModelException.permanent(
          ModelException.Reason.MODEL_UNKNOWN,
          "the model \"" + text + "\" is not of the form provider/model",
          "Write the provider, a slash and the name of the model.");
    }
    return new ModelRef(text.substring(0, slash), text.substring(slash + 1));
  }

  @Override
  public String toString() {
    return provider + "/" + model;
  }
}
