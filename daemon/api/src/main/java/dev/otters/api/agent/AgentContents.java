package dev.otters.api.agent;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The mounts, tools, skills and settings that an agent has from its image and its operator. */
public record AgentContents(
    List<MountView> mounts,
    List<ToolView> tools,
    List<SkillView> skills,
    List<EnvView> envs,
    Map<String, @Nullable Object> configs,
    Map<String, String> labels,
    List<String> capabilities) {}
