package dev.otters.executor.posix;

import java.time.Instant;

/**
 * Tells a file from what it was before: any change to it shows in its size or times.
 *
 * @param size in bytes
 * @param modified when it was last written to, which its owner can set
 * @param changed when anything of it was last changed, which only the kernel sets
 */
public record FileMark(FileStat stat, long size, Instant modified, Instant changed) {}
