package dev.otters.api.agent;

import org.jspecify.annotations.Nullable;

/**
 * One environment variable of an agent's tools.
 *
 * @param value null when it is secret or not set
 * @param source {@code image} or {@code operator}
 */
public record EnvView(
    String key,
    @Nullable String description,
    @Nullable String value,
    boolean secret,
    String source) {}
