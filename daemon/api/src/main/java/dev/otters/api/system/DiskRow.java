package dev.otters.api.system;

/**
 * The disk space of one kind of things, a line of {@code otters system df}.
 *
 * @param type {@code images}, {@code agents}, {@code models}, {@code sessions} or {@code logs}
 * @param total the number of things; of sessions and logs, the number of files
 * @param active the number of those in use
 * @param size their size in bytes
 * @param reclaimable the bytes that {@code otters system prune -a} would free
 * @param partial whether there was no time to count all files; then the numbers are lower bounds
 */
public record DiskRow(
    String type, int total, int active, long size, long reclaimable, boolean partial) {}
