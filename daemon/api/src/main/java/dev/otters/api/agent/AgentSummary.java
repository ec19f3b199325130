package dev.otters.api.agent;

import dev.otters.api.Inline;
import java.util.Map;
import java.util.Objects;

/**
 * One line of {@code otters ps}.
 *
 * @param image the reference that it was run from
 * @param executor {@code docker}, {@code system} or {@code unsandboxed}
 * @param sessionSandboxes the number of running sandboxes that sessions have for themselves
 */
public record AgentSummary(
    String id,
    String name,
    String image,
    String model,
    @Inline AgentState state,
    Map<String, String> labels,
    String executor,
    long sessionSandboxes) {
  /** Fills in what an answer left out. */
  public AgentSummary {
    executor = Objects.requireNonNullElse(executor, "");
  }
}
