package dev.otters.oci.store;

import dev.otters.oci.Fix;
import dev.otters.oci.ImageReference;
import java.util.List;
import java.util.Optional;

/**
 * One problem that a check of a store found.
 *
 * @param subject a digest, or the name of a file in the store's folder
 * @param message the problem, in one sentence
 * @param tags the images that need it, sorted by their text
 * @param users the names of other users that need it, for images without a tag
 * @param repaired whether it has been repaired
 * @param remedy what to do about it; empty if it is repaired or no image needs it
 * @param fix the operation by which the remedy is carried out, if there is one
 */
public record Finding(
    Kind kind,
    String subject,
    String message,
    List<ImageReference> tags,
    List<String> users,
    boolean repaired,
    String remedy,
    Optional<Fix> fix) {
  public Finding {
    tags = List.copyOf(tags);
    users = List.copyOf(users);
  }

  /** The kind of problem. */
  public enum Kind {
    /** A file does not match the digest in its name; it was moved to quarantine. */
    DAMAGED_BLOB,
    /** Content that a tag needs is missing. */
    MISSING_BLOB,
    /** Content matches its digest, but not the image that needs it. */
    INVALID_CONTENT,
    /** {@code index.json} could not be read; it was rebuilt from its copy and the blobs. */
    DAMAGED_INDEX,
    /** {@code oci-layout} could not be read; it was written again. */
    DAMAGED_LAYOUT
  }
}
