package dev.otters.models.provider.local;

import dev.otters.agentfile.ConfigKeys;
import dev.otters.models.gateway.ModelException;
import java.util.Map;

/**
 * The choice of tokens.
 *
 * @param temperature 0 for always the most likely token
 * @param topP the probability mass of the candidates, up to 1
 * @param maxTokens the most tokens to generate
 */
record Sampling(double temperature, double topP, int seed, int maxTokens) {
  private static final int USUAL_MAX_TOKENS = 1024;
  private static final double MOST_TEMPERATURE = 2;

  /**
   * Parses the options of an Agentfile, and ignores those that local models do not support.
   *
   * @throws ModelException if a value is not a number or out of range
   */
  static Sampling of(Map<String, String> options) {
    return new Sampling(
        number(options, ConfigKeys.TEMPERATURE, 0, 0, MOST_TEMPERATURE),
        number(options, ConfigKeys.TOP_P, 1, 0, 1),
        (int) number(options, ConfigKeys.SEED, 1, 0, Integer.MAX_VALUE),
        (int) number(options, ConfigKeys.MAX_TOKENS, USUAL_MAX_TOKENS, 1, Integer.MAX_VALUE));
  }

  Sampling atMost(int tokens) {
    return new Sampling(temperature, topP, seed, Math.min(maxTokens, tokens));
  }

  private static double number(
      Map<String, String> options, String key, double usual, double least, double most) {
    String text = options.get(key);
    if (text == null) {
      return usual;
    }
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw wrong(key, text, least, most);
    }
    if (!(value >= least && value <= most)) {
      throw wrong(key, text, least, most);
    }
    return value;
  }

  private static ModelException wrong(String key, String text, double least, double most) {
    return ModelException.permanent(
        ModelException.Reason.BAD_REQUEST,
        "CONFIG %s is %s; a local model supports %s to %s".formatted(key, text, least, most),
        "Change the CONFIG in the Agentfile.");
  }
}
