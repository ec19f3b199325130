package dev.otters.models.gateway;

/**
 * Names one completion: the same key again means the same completion.
 *
 * @param call the runtime's id for it, unique within the attempt
 */
public record CallKey(String activation, long fence, String call) {}
