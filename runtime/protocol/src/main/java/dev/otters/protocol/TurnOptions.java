package dev.otters.protocol;

/**
 * The limits of a turn that the runtime keeps.
 *
 * @param toolTimeoutMillis the time limit of a tool call
 * @param turnTimeoutMillis the time limit of the turn
 */
public record TurnOptions(long toolTimeoutMillis, long turnTimeoutMillis) {}
