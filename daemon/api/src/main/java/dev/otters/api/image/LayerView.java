package dev.otters.api.image;

import org.jspecify.annotations.Nullable;

/**
 * One layer of an image.
 *
 * @param title the file that it holds, null when it has no title
 */
public record LayerView(String mediaType, String digest, long size, @Nullable String title) {}
