package dev.otters.api.trace;

import java.util.List;

/**
 * A turn with its requests.
 *
 * @param context the SHA-256 of its context; empty if it has none yet
 * @param blocks the sections of the system prompt, and the tools
 */
public record TraceDetail(
    TraceTurn turn, String context, List<TraceBlock> blocks, List<TraceCall> calls) {
  /** Copies the lists. */
  public TraceDetail {
    blocks = List.copyOf(blocks);
    calls = List.copyOf(calls);
  }
}
