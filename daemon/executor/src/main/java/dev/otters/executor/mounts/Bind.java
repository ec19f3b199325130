package dev.otters.executor.mounts;

import dev.otters.executor.posix.FileStat;
import java.nio.file.Path;

/**
 * A host file or folder to bind into a sandbox, with its identity.
 *
 * @param source an absolute path without links
 * @param target an absolute and normalized path in the sandbox
 * @param readOnly whether the kernel refuses writes
 * @param id the identity of {@code source} when the bind was planned
 * @param operators whether the operator asked for it; such a folder may contain mounts of the host
 */
public record Bind(
    Path source, String target, boolean readOnly, FileStat.FileId id, boolean operators) {}
