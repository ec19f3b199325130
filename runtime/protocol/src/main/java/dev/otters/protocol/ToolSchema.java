package dev.otters.protocol;

/**
 * A tool that the model may call.
 *
 * @param description what it does and how to use it
 * @param parametersJson the JSON schema of its arguments
 */
public record ToolSchema(String name, String description, String parametersJson) {}
