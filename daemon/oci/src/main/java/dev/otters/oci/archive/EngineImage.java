package dev.otters.oci.archive;

import dev.otters.oci.Digest;

/**
 * The identity of an image in an engine that has loaded it.
 *
 * @param tag the full name, such as {@code otters.local/bin:ab12}
 * @param config the image's id on engines with their own store
 * @param manifest the image's id on engines with containerd's store
 */
public record EngineImage(String tag, Digest config, Digest manifest, long configBytes) {}
