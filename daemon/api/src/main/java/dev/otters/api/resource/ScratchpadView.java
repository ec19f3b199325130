package dev.otters.api.resource;

import java.time.Instant;

/**
 * A scratchpad that has entries.
 *
 * @param bytes the size of the texts
 * @param writtenAt when the newest entry was written
 */
public record ScratchpadView(String id, long entries, long bytes, Instant writtenAt) {}
