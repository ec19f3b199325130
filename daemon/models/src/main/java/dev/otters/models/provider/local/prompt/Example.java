package dev.otters.models.provider.local.prompt;

import dev.otters.protocol.ToolInput;
import java.util.List;

/**
 * A conversation that shows a model the use of a tool.
 *
 * @param question the message of the user
 * @param steps the calls with their results, at least one
 * @param answer the final answer of the model
 */
record Example(String question, List<Step> steps, String answer) {
  /** A call of the tool, and its result as tools print it. */
  record Step(ToolInput input, String result) {}

  /** Copies the list. */
  Example {
    steps = List.copyOf(steps);
  }
}
