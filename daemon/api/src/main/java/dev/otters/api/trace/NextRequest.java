package dev.otters.api.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of the next request of a session.
 *
 * @param contextTokens the context of the model, null if it is not known
 * @param messages the number of messages of the conversation
 * @param blocks the sections of the system prompt, the tools, and the conversation
 * @param total the sum of the blocks
 */
public record NextRequest(
    String model,
    @Nullable Integer contextTokens,
    long messages,
    List<TraceBlock> blocks,
    TraceBlock total) {
  /** Copies the list. */
  public NextRequest {
    blocks = List.copyOf(blocks);
  }
}
