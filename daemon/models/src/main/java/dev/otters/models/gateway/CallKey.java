package dev.otters.models.gateway;

/**
 * The key of a completion. The same key means the same completion.
 *
 * @param call the runtime's id of the completion, unique within the attempt
 */
public record CallKey(String activation, long fence, String call) {}
