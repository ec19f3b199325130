package dev.otters.api.resource;

/**
 * More about a durable input.
 *
 * @param prompt how the agent should use it
 */
public record AttachmentMetadata(String prompt) {}
