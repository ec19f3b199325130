package dev.otters.sessions;

import dev.otters.protocol.ToolSchema;
import dev.otters.protocol.TurnOptions;
import java.util.List;
import java.util.Map;

/**
 * The settings of an agent's next turn, as they are now.
 *
 * @param model {@code provider/model}
 * @param options the sampling options of the model
 * @param maxIterations the limit on completions of an attempt
 * @param limits the limits that the runtime keeps
 * @param blocks the sections of the system prompt, in order
 * @param tools the tools that the model may call; empty for none
 */
public record TurnSetup(
    String model,
    Map<String, String> options,
    int maxIterations,
    TurnOptions limits,
    List<PromptBlock> blocks,
    List<ToolSchema> tools) {
  /** Copies the collections. */
  public TurnSetup {
    options = Map.copyOf(options);
    blocks = List.copyOf(blocks);
    tools = List.copyOf(tools);
  }
}
