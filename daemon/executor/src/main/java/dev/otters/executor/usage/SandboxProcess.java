package dev.otters.executor.usage;

import java.time.Duration;
import java.time.Instant;

/**
 * A process of a sandbox.
 *
 * @param pid the host's pid
 * @param parent the host's pid of the parent
 * @param uid the user, by the host's ids
 * @param cpu the processor time of the process itself
 * @param ended the processor time of its children that have ended
 * @param memoryBytes the memory that it has in RAM, including what it shares
 * @param command the program and its arguments; the agent can set it
 */
public record SandboxProcess(
    int pid,
    int parent,
    int uid,
    Instant started,
    int threads,
    Duration cpu,
    Duration ended,
    long memoryBytes,
    String command) {}
