package dev.otters.api.agent;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The end of a sandbox.
 *
 * @param signal such as {@code SIGKILL}, null when the program exited
 * @param outOfMemory whether the kernel killed it at its memory limit
 */
public record ExitView(
    int code, @Nullable String signal, boolean outOfMemory, Instant finishedAt) {}
