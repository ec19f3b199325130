package dev.otters.api.agent;

/** The limits of an agent; 0 means unlimited. */
public record LimitsView(long memoryBytes, double cpus, int pids, long shmBytes) {}
