package dev.otters.executor.mounts;

import java.nio.file.Path;

/**
 * Holds a mount that may be made.
 *
 * @param source the host file or folder, free of links
 * @param target absolute, normalised path in the sandbox
 * @param description what the model is told about it; empty for none
 * @param readOnly whether writes are refused
 */
public record CheckedMount(Path source, String target, String description, boolean readOnly) {}
