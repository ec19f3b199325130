package dev.otters.api.bin;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code otters bin ls}.
 *
 * @param platforms such as {@code linux/amd64}
 * @param size of all its blobs, in bytes
 */
public record BinSummary(
    String ref,
    String digest,
    String name,
    @Nullable String description,
    List<String> platforms,
    long size,
    @Nullable Instant createdAt) {}
