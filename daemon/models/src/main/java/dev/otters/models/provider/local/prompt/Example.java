package dev.otters.models.provider.local.prompt;

import dev.otters.protocol.ToolInput;
import java.util.List;

/**
 * Is a conversation that shows a model how a tool is used.
 *
 * @param question what the user says
 * @param steps the calls and what came of them, at least one
 * @param answer what the model then says
 */
record Example(String question, List<Step> steps, String answer) {
  /** A call of the tool, and its result as tools print it. */
  record Step(ToolInput input, String result) {}

  /** Copies the list. */
  Example {
    steps = List.copyOf(steps);
  }
}
