package dev.otters.protocol;

/**
 * An activation that a runtime works on.
 *
 * @param fence the fence of its lease
 */
public record Held(String activation, long fence) {}
