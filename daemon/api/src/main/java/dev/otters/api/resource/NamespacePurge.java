package dev.otters.api.resource;

/**
 * A request to delete all memories or files of a namespace.
 *
 * @param recursive whether also those of the namespaces below it
 */
public record NamespacePurge(String namespace, boolean recursive) {}
