package dev.otters.oci.agent;

/**
 * One context of an agent image, which becomes {@code NAME.md}.
 *
 * @param description empty if none
 * @param text the text of the file
 */
public record ContextFile(String name, String description, String text) {}
