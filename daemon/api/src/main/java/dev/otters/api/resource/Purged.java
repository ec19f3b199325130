package dev.otters.api.memory;

/**
 * The answer to a request that deletes memories.
 *
 * @param deleted how many, with those that were superseded
 */
public record MemoryPurged(long deleted) {}
