package dev.otters.api.agent;

/** Is what an agent may use at most; 0 means no limit. */
public record LimitsView(long memoryBytes, double cpus, int pids, long shmBytes) {}
