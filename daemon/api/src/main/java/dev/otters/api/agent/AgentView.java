package dev.otters.api.agent;

import dev.otters.api.Inline;
import dev.otters.api.image.Pin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that an operator may see of one agent. It holds no secret value.
 *
 * @param description from the image's label, null when it has none
 * @param warnings what the operator should know, such as that the agent has no sandbox
 */
public record AgentView(
    String id,
    String name,
    @Nullable String description,
    Pin image,
    Pin runtime,
    String model,
    @Inline AgentState state,
    @Inline AgentContents contents,
    @Inline AgentLimits limits,
    @Inline AgentPlacement placement,
    List<String> warnings) {}
