package dev.otters.sessions.conversation;

import dev.otters.protocol.TurnOptions;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of a turn.
 *
 * @param model {@code provider/model}
 * @param options the sampling options of the model
 * @param maxIterations the limit on completions of an attempt
 * @param limits the limits that the runtime keeps
 */
public record TurnSettings(
    String model, Map<String, String> options, int maxIterations, TurnOptions limits) {
  /** Copies and sorts the options. */
  public TurnSettings {
    options = Collections.unmodifiableMap(new TreeMap<>(options));
  }
}
