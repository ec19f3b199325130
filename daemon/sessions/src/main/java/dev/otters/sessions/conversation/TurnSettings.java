package dev.otters.sessions.conversation;

import dev.otters.protocol.TurnOptions;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The settings of a turn.
 *
 * @param model {@code provider/model}
 * @param options the sampling options of the model
 * @param maxIterations the limit on completions of an attempt
 * @param limits the limits that the runtime keeps
 * @param memory what happens to the turns that the model no longer sees
 */
public record TurnSettings(
    String model,
    Map<String, String> options,
    int maxIterations,
    TurnOptions limits,
    Memory memory) {
  /** Copies and sorts the options, and reads the settings of an older release. */
  public TurnSettings {
    memory = Objects.requireNonNullElse(memory, Memory.SLIDING);
    options = Collections.unmodifiableMap(new TreeMap<>(options));
  }
}
