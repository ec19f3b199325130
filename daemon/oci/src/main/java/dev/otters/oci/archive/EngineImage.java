package dev.otters.oci.archive;

import dev.otters.oci.Digest;

/**
 * How an engine will know an image after it was loaded.
 *
 * @param tag the full name, such as {@code otters.local/bin:ab12}
 * @param config the image's id on engines with their own store
 * @param manifest the image's id on engines with containerd's store
 */
public record EngineImage(String tag, Digest config, Digest manifest) {}
