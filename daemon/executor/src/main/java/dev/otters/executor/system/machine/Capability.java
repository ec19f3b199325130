package dev.otters.executor.system.machine;

/**
 * A feature of this machine that sandboxes need or can use.
 *
 * @param name a stable name, such as {@code user-namespaces}
 * @param usable whether it works
 * @param detail sentences that say what was found and, when it does not work, what to do
 */
public record Capability(String name, boolean usable, String detail) {}
