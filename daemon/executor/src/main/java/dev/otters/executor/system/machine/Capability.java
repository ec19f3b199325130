package dev.otters.executor.system.machine;

/**
 * Tells what was found of something that sandboxes of this machine need or can use.
 *
 * @param name stable, such as {@code user-namespaces}
 * @param usable whether it is there
 * @param detail what was found, and where it is not usable what to do, as sentences
 */
public record Capability(String name, boolean usable, String detail) {}
