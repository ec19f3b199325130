package dev.otters.api.agent;

import dev.otters.api.Absent;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is one line of {@code otters ps}.
 *
 * @param image the reference that it was run from
 * @param reason why it failed or restarts, null otherwise
 * @param exit how it last ended, null when it never did or runs
 * @param executor {@code docker}, {@code system} or {@code unsandboxed}
 */
public record AgentSummary(
    String id,
    String name,
    String image,
    String model,
    AgentStatus status,
    @Nullable String reason,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable ExitView exit,
    Map<String, String> labels,
    String executor) {
  /** Fills in what an answer left out. */
  public AgentSummary {
    labels = Absent.map(labels);
    executor = Absent.or(executor, "");
  }
}
