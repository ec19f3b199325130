package dev.otters.api.resource;

/**
 * The answer to a request that deletes memories or files.
 *
 * @param deleted how many, with the memories that were superseded
 */
public record Purged(long deleted) {}
