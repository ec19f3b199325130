package dev.otters.api.agent;

import dev.otters.api.Inline;
import java.util.Map;
import java.util.Objects;

/**
 * One line of {@code otters ps}.
 *
 * @param image the reference that it was run from
 * @param executor {@code docker}, {@code system} or {@code unsandboxed}
 */
public record AgentSummary(
    String id,
    String name,
    String image,
    String model,
    @Inline AgentState state,
    Map<String, String> labels,
    String executor) {
  /** Fills in what an answer left out. */
  public AgentSummary {
    executor = Objects.requireNonNullElse(executor, "");
  }
}
