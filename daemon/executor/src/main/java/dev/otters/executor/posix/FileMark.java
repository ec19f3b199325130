package dev.otters.executor.posix;

import java.time.Instant;

/**
 * The size and times of a file, which show any change to it.
 *
 * @param modified the time of the last write, which the owner can set
 * @param changed the time of the last change, which only the kernel sets
 */
public record FileMark(FileStat stat, long size, Instant modified, Instant changed) {}
