package dev.otters.api.agent;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The executor and the folder of an agent.
 *
 * @param root its folder on the host
 * @param sandbox its sandbox, null when it has none
 * @param executor {@code docker}, {@code system} or {@code unsandboxed}, for its whole life
 * @param executorReason why this executor was chosen
 * @param binMounts {@code auto}, {@code image} or {@code bind}
 * @param limitations what its executor cannot enforce, each as {@code name: sentence}; empty also
 *     while the executor cannot be asked
 */
public record AgentPlacement(
    String root,
    @Nullable SandboxView sandbox,
    String executor,
    String executorReason,
    String binMounts,
    List<String> limitations) {
  /** Fills in what an answer left out. */
  public AgentPlacement {
    executor = Objects.requireNonNullElse(executor, "");
    executorReason = Objects.requireNonNullElse(executorReason, "");
    binMounts = Objects.requireNonNullElse(binMounts, "");
  }
}
