package dev.otters.sessions.conversation;

import dev.otters.models.chat.ToolSchema;
import java.util.List;

/**
 * The agent's next turn, as it is set up now.
 *
 * @param maxParallelTurns the limit on turns of the agent at once; at least 1
 * @param blocks the sections of the system prompt, in order
 * @param tools the tools that the model may call; empty for none
 */
public record TurnSetup(
    TurnSettings settings, int maxParallelTurns, List<PromptBlock> blocks, List<ToolSchema> tools) {
  /** Copies the lists. */
  public TurnSetup {
    blocks = List.copyOf(blocks);
    tools = List.copyOf(tools);
  }

  /** Returns about how many bytes of a request the prompt and the tools take. */
  long size() {
    return blocks.stream().mapToLong(block -> block.text().length()).sum()
        + tools.stream()
            .mapToLong(tool -> tool.description().length() + tool.parametersJson().length())
            .sum();
  }
}
