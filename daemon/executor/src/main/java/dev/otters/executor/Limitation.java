package dev.otters.executor;

/**
 * Names a promise that an executor cannot keep.
 *
 * @param name stable, kebab-case, such as {@code mounts-unverified}
 * @param detail what does not hold and why, as a sentence
 */
public record Limitation(String name, String detail) {}
