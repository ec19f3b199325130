package dev.otters.oci.store;

import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import java.util.Optional;

/**
 * A user of an image, such as an agent, whether or not the image has a tag.
 *
 * @param name for messages, such as {@code agent bob}
 * @param digest of the image's manifest or index
 * @param source where the image was found; empty if the content is not available from there again
 */
public record ImageUser(String name, Digest digest, Optional<ImageReference> source) {}
