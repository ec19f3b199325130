package dev.otters.api.agent;

import dev.otters.api.Absent;
import dev.otters.api.image.Pin;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is everything about one agent that an operator may see. Never holds a secret value.
 *
 * @param description from the image's label, null when it has none
 * @param reason why it failed or restarts, null otherwise
 * @param root its folder on the host
 * @param restarts how often its restart policy started it again
 * @param network {@code none} or {@code bridge}
 * @param executor {@code docker}, {@code system} or {@code unsandboxed}, for its whole life
 * @param executorReason why it was put there
 * @param binMounts {@code auto}, {@code image} or {@code bind}
 * @param limitations what its executor cannot enforce, each as {@code name: sentence}; empty also
 *     while the executor cannot be asked
 * @param warnings what the operator should know, such as that it has no sandbox
 */
public record AgentView(
    String id,
    String name,
    @Nullable String description,
    Pin image,
    Pin runtime,
    String model,
    AgentStatus status,
    @Nullable String reason,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable ExitView exit,
    String root,
    @Nullable SandboxView sandbox,
    List<MountView> mounts,
    List<ToolView> tools,
    List<EnvView> envs,
    Map<String, @Nullable Object> configs,
    Map<String, String> labels,
    List<String> capabilities,
    LimitsView limits,
    String network,
    String restart,
    int restarts,
    String executor,
    String executorReason,
    String binMounts,
    List<String> limitations,
    List<String> warnings) {
  /** Fills in what an answer left out. */
  public AgentView {
    mounts = Absent.list(mounts);
    tools = Absent.list(tools);
    envs = Absent.list(envs);
    configs = Absent.map(configs);
    labels = Absent.map(labels);
    capabilities = Absent.list(capabilities);
    executor = Absent.or(executor, "");
    executorReason = Absent.or(executorReason, "");
    binMounts = Absent.or(binMounts, "");
    limitations = Absent.list(limitations);
    warnings = Absent.list(warnings);
  }

  /** Returns what {@code ps} shows of it. */
  public AgentSummary summary() {
    return new AgentSummary(
        id, name, image.ref(), model, status, reason, createdAt, startedAt, exit, labels, executor);
  }
}
