package dev.otters.oci.store;

import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import java.util.Optional;

/**
 * Somebody who needs an image of a store, whether a tag names it or not.
 *
 * @param name as people are told, such as {@code agent bob}
 * @param digest of the image's manifest or index
 * @param source where the image was found; empty when it cannot be had from there again
 */
public record Holder(String name, Digest digest, Optional<ImageReference> source) {}
