package dev.otters.agentfile;

import java.util.List;

/** Names the CONFIG keys that the runtime of this release knows; others are for other runtimes. */
public final class ConfigKeys {
  /** Steps of one turn, at the most. */
  public static final String MAX_ITERATIONS = "max-iterations";

  /** Turns of different sessions at once, at the most. */
  public static final String MAX_PARALLEL_TURNS = "max-parallel-turns";

  /** Seconds of one call of a tool, at the most. */
  public static final String TOOL_TIMEOUT = "tool-timeout";

  /** Seconds of one turn, at the most. */
  public static final String TURN_TIMEOUT = "turn-timeout";

  /** Tokens of one answer of the model, at the most. */
  public static final String MAX_TOKENS = "max-tokens";

  /** How freely the model chooses its words. */
  public static final String TEMPERATURE = "temperature";

  /** The share of likely words that the model chooses from. */
  public static final String TOP_P = "top-p";

  /** The number of likely words that the model chooses from. */
  public static final String TOP_K = "top-k";

  /** The seed of a local model. */
  public static final String SEED = "seed";

  /** How much the model avoids words that it has used. */
  public static final String PRESENCE_PENALTY = "presence-penalty";

  /** How much the model avoids words that it uses often. */
  public static final String FREQUENCY_PENALTY = "frequency-penalty";

  /** How long a reasoning model thinks. */
  public static final String REASONING_EFFORT = "reasoning-effort";

  private ConfigKeys() {}

  /** Returns all of them. */
  public static List<String> all() {
    return List.of(
        MAX_ITERATIONS,
        MAX_PARALLEL_TURNS,
        TOOL_TIMEOUT,
        TURN_TIMEOUT,
        MAX_TOKENS,
        TEMPERATURE,
        TOP_P,
        TOP_K,
        SEED,
        PRESENCE_PENALTY,
        FREQUENCY_PENALTY,
        REASONING_EFFORT);
  }
}
