package dev.otters.api.agent;

/** How an agent ended that a client waited for. */
public record WaitResult(int exitCode) {}
