package dev.otters.protocol;

import java.util.Map;

/**
 * The limits of a turn.
 *
 * @param maxIterations the limit on completions
 * @param toolTimeoutMillis the time limit of a tool call
 * @param turnTimeoutMillis the time limit of the turn
 * @param model the model's options, for information only; the daemon passes them to the model
 */
public record TurnOptions(
    int maxIterations, long toolTimeoutMillis, long turnTimeoutMillis, Map<String, String> model) {
  /** Copies the map. */
  public TurnOptions {
    model = Map.copyOf(model);
  }
}
