package dev.otters.api.system;

import dev.otters.api.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The executors of a daemon.
 *
 * @param executor the default, null when there is none
 * @param executorProblem why there is no default, null when there is one
 * @param executors all of them, usable or not
 */
public record ExecutorsView(
    @Nullable ExecutorView executor,
    @Nullable Problem executorProblem,
    List<ExecutorOption> executors) {}
