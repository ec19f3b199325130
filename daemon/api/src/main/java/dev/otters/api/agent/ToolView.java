package dev.otters.api.agent;

import org.jspecify.annotations.Nullable;

/**
 * Is one BIN of an agent.
 *
 * @param path where the agent finds it
 */
public record ToolView(
    String name, @Nullable String description, String ref, @Nullable String digest, String path) {}
