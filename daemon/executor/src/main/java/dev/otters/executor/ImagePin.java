package dev.otters.executor;

import dev.otters.oci.Digest;
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
    return failure.reason() == OciException.Reason.NOT_FOUND
        ? new OciException(
            OciException.Reason.NOT_FOUND,
            "the image " + ref + " is not whole any more: " + failure.getMessage(),
            remedy(),
            failure)
        : failure;
  }

  private String remedy() {
    String again = "Build or load it again, or see what else is damaged: otters image fsck.";
    if (ref.startsWith(digest.toString()) || ImageReference.parse(ref).isLocal()) {
      return again;
    }
    return "Fetch it again with: otters pull " + ImageReference.parse(ref).at(digest);
  }
}
