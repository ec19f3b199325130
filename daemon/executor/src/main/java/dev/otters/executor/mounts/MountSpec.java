package dev.otters.executor.mounts;

/**
 * A mount as the operator wrote it, split but not checked.
 *
 * @param source a host path
 * @param target a path in the sandbox
 * @param description the description for the model; empty for none
 * @param readOnly whether writes are refused
 */
public record MountSpec(String source, String target, String description, boolean readOnly) {}
