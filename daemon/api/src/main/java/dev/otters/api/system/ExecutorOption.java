package dev.otters.api.system;

import dev.otters.api.Problem;
import org.jspecify.annotations.Nullable;

/**
 * An executor that the daemon knows, usable or not.
 *
 * @param kind {@code docker}, {@code system} or {@code unsandboxed}
 * @param chosen whether it is the default
 * @param executor null when it cannot be used
 * @param problem why it cannot be used, and what to do; null when it can
 */
public record ExecutorOption(
    String kind, boolean chosen, @Nullable ExecutorView executor, @Nullable Problem problem) {}
