package dev.otters.protocol;

/**
 * A claim on a session's pending work.
 *
 * @param fence the fencing number that every write of this turn carries
 */
public record Activation(String id, long fence, String session, String turn, TurnOptions options) {}
