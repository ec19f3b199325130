package dev.otters.api.bin;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one BIN image.
 *
 * @param refs all local references of it
 * @param path the folder of the program inside the image
 * @param usage the text that the model reads, null when it has none
 */
public record BinView(
    String ref,
    String digest,
    List<String> refs,
    String name,
    @Nullable String description,
    String path,
    @Nullable String usage,
    List<BinPlatform> platforms,
    Map<String, String> labels,
    long size,
    @Nullable Instant createdAt) {}
