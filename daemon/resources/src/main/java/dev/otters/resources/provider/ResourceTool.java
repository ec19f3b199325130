package dev.otters.resources.provider;

/**
 * An operation of a provider that a model may call.
 *
 * @param operation the last part of its name, such as {@code write}
 * @param mode the access that it needs
 * @param description what it does, for the model
 * @param inputJson the JSON Schema of its input
 */
public record ResourceTool(
    String operation, ResourceMode mode, String description, String inputJson) {}
