package dev.otters.protocol;

/**
 * Names an activation that a runtime works on.
 *
 * @param fence the number that its lease was given with
 */
public record Held(String activation, long fence) {}
