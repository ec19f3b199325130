package dev.otters.executor.mounts;

import java.nio.file.Path;

/**
 * A mount that the policy allows.
 *
 * @param source the host file or folder, without links
 * @param target an absolute, normalized path in the sandbox
 * @param description the description for the model; empty for none
 * @param readOnly whether writes are refused
 */
public record CheckedMount(Path source, String target, String description, boolean readOnly) {}
