package dev.otters.server.agent;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ConfigValue;
import dev.otters.protocol.TurnOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the CONFIG keys that bound an agent's turns; times are in seconds. */
final class TurnConfig {
  private static final String TOOL_TIMEOUT = "tool-timeout";
  private static final String TURN_TIMEOUT = "turn-timeout";
  private static final String MAX_ITERATIONS = "max-iterations";
  private static final String MAX_PARALLEL_TURNS = "max-parallel-turns";
  private static final Map<String, Integer> DEFAULTS =
      Map.of(TOOL_TIMEOUT, 120, TURN_TIMEOUT, 1800, MAX_ITERATIONS, 20, MAX_PARALLEL_TURNS, 1);
  private static final int MOST = 1_000_000;

  /** Is what holds where nothing is configured. */
  static final TurnConfig USUAL = new TurnConfig(Map.of());

  private final Map<String, ConfigValue> configs;

  TurnConfig(Agentfile agentfile) {
    this(agentfile.effectiveConfigs());
  }

  private TurnConfig(Map<String, ConfigValue> configs) {
    this.configs = configs;
  }

  /** Returns what is wrong with the values, empty when nothing is. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    DEFAULTS.keySet().stream()
        .sorted()
        .filter(key -> !usable(configs.getOrDefault(key, new ConfigValue.Int(1))))
        .forEach(
            key -> complaints.add("CONFIG " + key + " must be a whole number from 1 to " + MOST));
    return complaints;
  }

  TurnOptions options() {
    return new TurnOptions(
        number(MAX_ITERATIONS), millis(TOOL_TIMEOUT), millis(TURN_TIMEOUT), texts());
  }

  int maxParallelTurns() {
    return number(MAX_PARALLEL_TURNS);
  }

  /** Returns all values as text. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    configs.forEach((key, value) -> texts.put(key, value.text()));
    return texts;
  }

  private int number(String key) {
    ConfigValue value = configs.get(key);
    return value instanceof ConfigValue.Int(long number) && usable(value)
        ? (int) number
        : DEFAULTS.getOrDefault(key, 1);
  }

  private long millis(String key) {
    return Duration.ofSeconds(number(key)).toMillis();
  }

  private static boolean usable(ConfigValue value) {
    return value instanceof ConfigValue.Int(long number) && number >= 1 && number <= MOST;
  }
}
