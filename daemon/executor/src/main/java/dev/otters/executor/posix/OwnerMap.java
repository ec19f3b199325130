package dev.otters.executor.posix;

import dev.otters.executor.SandboxUser;

/**
 * The map of the owners of files in a mount: the files of one user and group belong to another in
 * it, and files that the other creates belong to the first on the disk. All other owners appear as
 * {@code nobody}.
 *
 * @param owner the owner on the disk
 * @param user the owner in the mount
 */
public record OwnerMap(SandboxUser owner, SandboxUser user) {}
