package dev.otters.resources.scratch;

import java.time.Instant;

/**
 * A scratchpad that has entries.
 *
 * @param bytes the size of their texts
 * @param writtenAt when the newest was written
 */
public record Scratchpad(String id, long entries, long bytes, Instant writtenAt) {}
