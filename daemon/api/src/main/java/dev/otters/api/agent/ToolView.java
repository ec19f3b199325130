package dev.otters.api.agent;

import org.jspecify.annotations.Nullable;

/**
 * One BIN of an agent.
 *
 * @param path its path in the sandbox
 */
public record ToolView(
    String name, @Nullable String description, String ref, @Nullable String digest, String path) {}
