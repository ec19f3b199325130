package dev.otters.api;

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
 * @param warnings what the operator should know, such as limits that the engine cannot hold
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
    List<String> warnings) {
  /** Fills in what an answer left out. */
  public AgentView {
    mounts = Absent.list(mounts);
    tools = Absent.list(tools);
    envs = Absent.list(envs);
    configs = Absent.map(configs);
    labels = Absent.map(labels);
    capabilities = Absent.list(capabilities);
    warnings = Absent.list(warnings);
  }

  /** Returns what {@code ps} shows of it. */
  public AgentSummary summary() {
    return new AgentSummary(
        id, name, image.ref(), model, status, reason, createdAt, startedAt, exit, labels);
  }
}
