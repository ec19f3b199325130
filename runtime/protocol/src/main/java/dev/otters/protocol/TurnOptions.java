package dev.otters.protocol;

import java.util.Map;

/**
 * The limits of one turn.
 *
 * @param maxIterations completions at most
 * @param toolTimeoutMillis time for one tool call
 * @param turnTimeoutMillis time for the whole turn
 * @param model the options that the daemon passes to the model; informative here
 */
public record TurnOptions(
    int maxIterations, long toolTimeoutMillis, long turnTimeoutMillis, Map<String, String> model) {
  /** Copies the map. */
  public TurnOptions {
    model = Map.copyOf(model);
  }
}
