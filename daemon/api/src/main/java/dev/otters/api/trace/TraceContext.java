package dev.otters.api.trace;

/**
 * The context of a turn.
 *
 * @param hash its SHA-256 in hex
 * @param json its canonical JSON
 */
public record TraceContext(String hash, String json) {}
