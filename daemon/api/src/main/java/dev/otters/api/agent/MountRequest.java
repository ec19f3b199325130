package dev.otters.api.agent;

import org.jspecify.annotations.Nullable;

/**
 * A request to mount a folder or file of the host.
 *
 * @param source absolute path on the host
 * @param target as the user wrote it: absolute, or relative to {@code /workspace}
 * @param description for the model, null when there is none
 */
public record MountRequest(
    String source, String target, @Nullable String description, boolean readOnly) {}
