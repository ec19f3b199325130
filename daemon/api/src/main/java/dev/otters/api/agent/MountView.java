package dev.otters.api.agent;

import org.jspecify.annotations.Nullable;

/**
 * One mount of an agent.
 *
 * @param source the path on the host, links resolved
 * @param target the path that the agent sees
 * @param description null when there is none
 */
public record MountView(
    String source, String target, @Nullable String description, boolean readOnly) {}
