package dev.otters.models.provider.langchain4j;

import dev.otters.agentfile.ConfigKeys;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The reasoning effort of a request. Models from Claude 4.6 on choose how much they think and take
 * a word; others take a part of the tokens of the answer.
 *
 * @param word the word of the Agentfile
 * @see <a href="https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking">Adaptive
 *     thinking</a>
 */
record AnthropicEffort(String word) {
  /** The limit on tokens of a request that thinks, unless the Agentfile sets one. */
  static final int MAX_TOKENS = 16_384;

  private static final int LEAST_BUDGET = 1024;
  private static final String NONE = "none";
  private static final String MINIMAL = "minimal";

  /** The part of the tokens that each word stands for, in percent. */
  private static final Map<String, Integer> PARTS = parts();

  private static final Pattern VERSION =
      Pattern.compile("claude-(?:[a-z]+-)?(\\d{1,2})(?:-(\\d{1,2}))?(?!\\d)");

  private static Map<String, Integer> parts() {
    Map<String, Integer> parts = new LinkedHashMap<>();
    parts.put(NONE, 0);
    parts.put(MINIMAL, 10);
    parts.put("low", 20);
    parts.put("medium", 50);
    parts.put("high", 80);
    parts.put("xhigh", 95);
    parts.put("max", 95);
    return parts;
  }

  /**
   * Returns the effort of an Agentfile; empty if the model should not think.
   *
   * @throws ModelException if the word is unknown
   */
  static Optional<AnthropicEffort> of(Sampling sampling) {
    return word(sampling).filter(word -> !word.equals(NONE)).map(AnthropicEffort::new);
  }

  /**
   * Returns the word of an Agentfile; empty for none.
   *
   * @throws ModelException if the word is unknown
   */
  static Optional<String> word(Sampling sampling) {
    sampling
        .reasoningEffort()
        .filter(word -> !PARTS.containsKey(word))
        .ifPresent(
            word -> {
              throw wrong(
                  "CONFIG %s must be one of %s, not \"%s\""
                      .formatted(
                          ConfigKeys.REASONING_EFFORT, String.join(", ", PARTS.keySet()), word));
            });
    return sampling.reasoningEffort();
  }

  private static ModelException wrong(String why) {
    return ModelException.permanent(Reason.BAD_REQUEST, why, "Correct the Agentfile.");
  }

  /** Adds the effort to a request for a model. */
  void addTo(ObjectNode body, String model) {
    if (isAtLeast(model, 4, 6)) {
      body.putObject("thinking").put("type", "adaptive");
      body.putObject("output_config").put("effort", word.equals(MINIMAL) ? "low" : word);
    } else if (!isWithinThoughtlessStep(body.path("messages"))) {
      long budget = budget(body.path("max_tokens").asLong());
      body.putObject("thinking").put("type", "enabled").put("budget_tokens", budget);
    }
  }

  private long budget(long most) {
    if (most <= LEAST_BUDGET) {
      throw wrong(
          "CONFIG %s must be greater than %d for a model that thinks, not %d"
              .formatted(ConfigKeys.MAX_TOKENS, LEAST_BUDGET, most));
    }
    return Math.max(LEAST_BUDGET, most * PARTS.getOrDefault(word, 0) / 100);
  }

  /** Returns whether a model is one of this version of Claude or of a later one. */
  static boolean isAtLeast(String model, int first, int second) {
    Matcher version = VERSION.matcher(model);
    if (!version.find()) {
      return false;
    }
    int major = Integer.parseInt(version.group(1));
    int minor = version.group(2) == null ? 0 : Integer.parseInt(version.group(2));
    return major > first || (major == first && minor >= second);
  }

  /**
   * Returns whether the request brings the results of calls that were made without thinking, as by
   * another model. The vendor then refuses thinking.
   */
  private static boolean isWithinThoughtlessStep(JsonNode messages) {
    JsonNode results = messages.path(messages.size() - 1).path("content").path(0);
    JsonNode first = messages.path(messages.size() - 2).path("content").path(0);
    return results.path("type").asString("").equals("tool_result")
        && !first.path("type").asString("").endsWith("thinking");
  }
}
