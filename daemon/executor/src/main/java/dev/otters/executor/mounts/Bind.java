package dev.otters.executor.mounts;

import dev.otters.executor.posix.FileStat;
import java.nio.file.Path;

/**
 * Binds a host file or folder into a sandbox, and remembers which file that was.
 *
 * @param source absolute, free of links
 * @param target absolute and normalised path in the sandbox
 * @param readOnly whether the kernel refuses writes
 * @param id the file that {@code source} was when the bind was planned
 * @param operators whether it is an operator's, whose folder may hold mounts of the host
 */
public record Bind(
    Path source, String target, boolean readOnly, FileStat.FileId id, boolean operators) {}
