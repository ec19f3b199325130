package dev.otters.api.image;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code otters image ls}.
 *
 * @param name the agent's name from the Agentfile, null when it has none
 * @param size of all its blobs, in bytes
 * @param createdAt when it was built or pulled here, null when unknown
 */
public record ImageSummary(
    String ref,
    String digest,
    @Nullable String name,
    @Nullable String description,
    long size,
    @Nullable Instant createdAt) {}
