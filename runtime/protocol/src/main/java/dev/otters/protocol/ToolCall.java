package dev.otters.protocol;

/**
 * A tool call of the model.
 *
 * @param id the provider's id, unique at least within one completion
 * @param argumentsJson the model's unchecked text; see {@link ToolInput#parse}
 */
public record ToolCall(String id, String name, String argumentsJson) {}
