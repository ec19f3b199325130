package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import java.time.Instant;
import java.util.Optional;

/**
 * One tag of the store.
 *
 * @param storedAt when the tag was written; empty if another tool wrote it
 * @param origin empty if another tool wrote it
 * @param source the reference that the content was pulled by, possibly with another tag; empty if
 *     it was not pulled
 */
public record StoredImage(
    ImageReference reference,
    Descriptor descriptor,
    Optional<Instant> storedAt,
    Optional<Origin> origin,
    Optional<ImageReference> source) {}
