package dev.otters.protocol;

/**
 * A tool call that the model made.
 *
 * @param id the provider's id, unique within one completion at least
 * @param argumentsJson what the model wrote; not yet checked, see {@link ToolInput#parse}
 */
public record ToolCall(String id, String name, String argumentsJson) {}
