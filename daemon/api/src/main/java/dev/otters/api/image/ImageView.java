package dev.otters.api.image;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one agent image.
 *
 * @param refs all local references of it
 * @param labels its annotations
 * @param config the merged Agentfile in its config blob
 * @param agentfile the verbatim source, null when the image does not carry it
 */
public record ImageView(
    String ref,
    String digest,
    List<String> refs,
    String artifactType,
    long size,
    @Nullable Instant createdAt,
    Map<String, String> labels,
    List<LayerView> layers,
    Map<String, @Nullable Object> config,
    @Nullable String agentfile) {}
