package dev.otters.api.session;

import org.jspecify.annotations.Nullable;

/**
 * A tool that the program of a client runs, and not the agent.
 *
 * @param description what the model learns of it
 * @param schema the JSON Schema of its input, an object
 */
public record ClientTool(
    @Nullable String name, @Nullable String description, @Nullable Object schema) {}
