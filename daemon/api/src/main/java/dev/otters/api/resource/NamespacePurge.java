package dev.otters.api.memory;

/**
 * A request to delete all memories of a namespace.
 *
 * @param recursive whether also those of the namespaces below it
 */
public record MemoryPurge(String namespace, boolean recursive) {}
