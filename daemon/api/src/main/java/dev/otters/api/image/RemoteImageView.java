package dev.otters.api.image;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An image in a registry.
 *
 * @param digest of its manifest or index
 * @param artifactType null when it is an ordinary container image
 * @param size of all that the manifest lists, in bytes; 0 for an index
 * @param platforms the platforms of an index; empty for an image
 * @param labels its annotations
 * @param layers empty for an index
 * @param config the config blob; empty for an index
 */
public record RemoteImageView(
    String ref,
    String digest,
    String mediaType,
    @Nullable String artifactType,
    long size,
    List<String> platforms,
    Map<String, String> labels,
    List<LayerView> layers,
    Map<String, @Nullable Object> config) {}
