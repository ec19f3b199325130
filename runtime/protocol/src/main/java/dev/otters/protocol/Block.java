package dev.otters.protocol;

/**
 * A section of the system prompt.
 *
 * @param name the name that the model sees, such as {@code WORKSPACE}
 * @param description one line about it; empty for none
 * @param text Markdown
 */
public record Block(String name, String description, String text) {}
