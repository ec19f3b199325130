package dev.otters.executor;

/**
 * A promise that an executor cannot keep.
 *
 * @param name a stable name in kebab case, such as {@code mounts-unverified}
 * @param detail a sentence that says what does not hold, and why
 */
public record Limitation(String name, String detail) {}
