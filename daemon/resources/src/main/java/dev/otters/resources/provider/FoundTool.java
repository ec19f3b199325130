package dev.otters.resources.provider;

/**
 * A tool of a server.
 *
 * @param name the name that the server gave it
 * @param tool the tool as models see it
 */
public record FoundTool(String name, ResourceTool tool) {}
