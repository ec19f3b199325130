package dev.otters.api.agent;

import java.time.Instant;

/**
 * A process in the sandbox of an agent.
 *
 * @param pid the host's pid
 */
public record ProcessView(
    int pid,
    int parent,
    int uid,
    Instant started,
    int threads,
    long cpuMillis,
    long memoryBytes,
    String command) {}
