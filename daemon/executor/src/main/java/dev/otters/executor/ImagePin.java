package dev.otters.executor;

import dev.otters.oci.Digest;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;

/**
 * An image of the local store, named by its content.
 *
 * @param ref the reference for messages
 * @param digest the digest of the manifest, or of an index with a manifest for this platform
 */
public record ImagePin(String ref, Digest digest) {
  /**
   * Adds the image's name and a remedy to the failure when content is missing. Returns other
   * failures unchanged.
   */
  public OciException explain(OciException failure) {
    if (failure.reason() != OciException.Reason.NOT_FOUND) {
      return failure;
    }
    boolean here = ref.startsWith(digest.toString()) || ImageReference.parse(ref).isLocal();
    return new OciException(
            OciException.Reason.NOT_FOUND,
            "the image " + ref + " is incomplete: " + failure.getMessage(),
            here ? "Build or load it again, or see what else is damaged." : "Fetch it again.",
            failure)
        .with(
            here
                ? new Fix(Operation.CHECK_STORE)
                : new Fix(Operation.PULL, ImageReference.parse(ref).at(digest).toString()));
  }
}
