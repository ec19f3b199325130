package dev.otters.oci.store;

import dev.otters.oci.Fix;
import dev.otters.oci.ImageReference;
import java.util.List;
import java.util.Optional;

/**
 * One thing that is wrong with a store.
 *
 * @param subject a digest, or the name of a file in the store's folder
 * @param message what was found, in one sentence
 * @param tags the images that need it, sorted by their text
 * @param holders who else needs it, by name: of images that have no tag
 * @param repaired whether it is right now
 * @param remedy what to do about it; empty when it is repaired or no image needs it
 * @param fix the operation by which the remedy is carried out, if there is one
 */
public record Finding(
    Kind kind,
    String subject,
    String message,
    List<ImageReference> tags,
    List<String> holders,
    boolean repaired,
    String remedy,
    Optional<Fix> fix) {
  public Finding {
    tags = List.copyOf(tags);
    holders = List.copyOf(holders);
  }

  /** What is wrong. */
  public enum Kind {
    /** A file that is not what its name says; it was moved to the store's quarantine folder. */
    DAMAGED_BLOB,
    /** Content that a tag needs and that is not there. */
    MISSING_BLOB,
    /** Content that is what its digest says, but not what the image that needs it says. */
    INVALID_CONTENT,
    /** {@code index.json} could not be read; it was made again from its copy and the blobs. */
    DAMAGED_INDEX,
    /** {@code oci-layout} could not be read; it was written again. */
    DAMAGED_LAYOUT
  }
}
