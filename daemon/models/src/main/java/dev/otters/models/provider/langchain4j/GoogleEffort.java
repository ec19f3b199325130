package dev.otters.models.provider.langchain4j;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * The reasoning effort of a request. Models from Gemini 3 on take a level; others take the most
 * tokens that they may think, of which Pro models need some.
 *
 * @see <a href="https://ai.google.dev/gemini-api/docs/thinking">Thinking</a>
 */
record GoogleEffort(String model, String word) {
  private static final Pattern VERSION = Pattern.compile("gemini-(\\d{1,2})(?!\\d)");
  private static final int FIRST_WITH_LEVELS = 3;
  private static final int LEAST_OF_PRO = 128;
  private static final int MOST = 24_576;

  private static final Map<String, Integer> BUDGETS =
      Map.of("none", 0, "minimal", 512, "low", 1024, "medium", 8192);

  static GoogleEffort of(String model, String word) {
    return new GoogleEffort(model, word);
  }

  /** Adds the effort to a request. */
  void addTo(ObjectNode body) {
    ObjectNode thinking = body.withObjectProperty("generationConfig").putObject("thinkingConfig");
    if (takesLevel(model)) {
      thinking.put("thinkingLevel", level());
    } else {
      int budget = BUDGETS.getOrDefault(word, MOST);
      thinking.put("thinkingBudget", isPro() ? Math.max(LEAST_OF_PRO, budget) : budget);
    }
  }

  /** Returns whether a model is Gemini 3 or later, which refuses calls without a signature. */
  static boolean takesLevel(String model) {
    Matcher version = VERSION.matcher(model);
    return version.find() && Integer.parseInt(version.group(1)) >= FIRST_WITH_LEVELS;
  }

  private String level() {
    return switch (word) {
      case "none", "minimal" -> isPro() ? "low" : "minimal";
      case "low" -> "low";
      case "medium" -> model.startsWith("gemini-3-pro") ? "high" : "medium";
      default -> "high";
    };
  }

  private boolean isPro() {
    return model.contains("-pro");
  }
}
