package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import java.time.Instant;
import java.util.Optional;

/**
 * One tag of the store.
 *
 * @param storedAt when the tag was written; empty when another tool wrote it
 * @param origin empty when another tool wrote it
 * @param source where the content was pulled from, under this tag or another; empty when it was not
 */
public record StoredImage(
    ImageReference reference,
    Descriptor descriptor,
    Optional<Instant> storedAt,
    Optional<Origin> origin,
    Optional<ImageReference> source) {}
