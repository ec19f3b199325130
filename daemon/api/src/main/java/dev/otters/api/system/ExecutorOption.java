package dev.otters.api.system;

import dev.otters.api.Problem;
import org.jspecify.annotations.Nullable;

/**
 * Is an executor that an agent could have.
 *
 * @param kind {@code docker}, {@code system} or {@code unsandboxed}
 * @param chosen whether agents get it whose operator names none
 * @param executor what it is; null when it cannot be used
 * @param problem why it cannot be used, and what to do; null when it can
 */
public record ExecutorOption(
    String kind, boolean chosen, @Nullable ExecutorView executor, @Nullable Problem problem) {}
