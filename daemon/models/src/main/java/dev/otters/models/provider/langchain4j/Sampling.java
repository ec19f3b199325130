package dev.otters.models.provider.langchain4j;

import dev.otters.agentfile.ConfigKeys;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The CONFIG keys that vendors support. */
record Sampling(
    Optional<Double> temperature,
    Optional<Double> topP,
    Optional<Integer> topK,
    Optional<Double> presencePenalty,
    Optional<Double> frequencyPenalty,
    Optional<Integer> maxTokens,
    Optional<String> reasoningEffort) {

  /**
   * Parses the values.
   *
   * @throws ModelException if a value is invalid
   */
  static Sampling of(Map<String, String> options) {
    return new Sampling(
        number(options, ConfigKeys.TEMPERATURE),
        number(options, ConfigKeys.TOP_P),
        count(options, ConfigKeys.TOP_K),
        number(options, ConfigKeys.PRESENCE_PENALTY),
        number(options, ConfigKeys.FREQUENCY_PENALTY),
        count(options, ConfigKeys.MAX_TOKENS),
        text(options, ConfigKeys.REASONING_EFFORT));
  }

  private static Optional<String> text(Map<String, String> options, String key) {
    return Optional.ofNullable(options.get(key)).filter(value -> !value.isBlank());
  }

  private static Optional<Double> number(Map<String, String> options, String key) {
    return read(
        options,
        key,
        "a number",
        value -> {
          double number = Double.parseDouble(value);
          return Double.isFinite(number) ? number : Double.valueOf("not finite");
        });
  }

  private static Optional<Integer> count(Map<String, String> options, String key) {
    return read(options, key, "a whole number, 1 or greater", Sampling::positive);
  }

  private static int positive(String value) {
    int number = Integer.parseInt(value);
    if (number < 1) {
      throw new NumberFormatException("not positive");
    }
    return number;
  }

  private static <T> Optional<T> read(
      Map<String, String> options, String key, String type, Function<String, T> reader) {
    try {
      return text(options, key).map(reader);
    } catch (NumberFormatException e) {
      throw ModelException.permanent(
          Reason.BAD_REQUEST,
          "CONFIG %s must be %s, not \"%s\"".formatted(key, type, options.get(key)),
          "Correct the Agentfile.");
    }
  }
}
