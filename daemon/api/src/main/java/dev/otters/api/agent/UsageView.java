package dev.otters.api.agent;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources that the sandbox of an agent uses at one moment.
 *
 * @param cpuMillis processor time since the start of the sandbox
 * @param memoryLimitBytes null when there is none
 */
public record UsageView(
    String id,
    String name,
    Instant at,
    long cpuMillis,
    long memoryBytes,
    @Nullable Long memoryLimitBytes,
    List<ProcessView> processes) {}
