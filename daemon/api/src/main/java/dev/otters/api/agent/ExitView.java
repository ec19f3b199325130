package dev.otters.api.agent;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells how a sandbox ended.
 *
 * @param signal such as {@code SIGKILL}, null when the program ended by itself
 * @param outOfMemory whether the kernel killed it for its memory limit
 */
public record ExitView(
    int code, @Nullable String signal, boolean outOfMemory, Instant finishedAt) {}
