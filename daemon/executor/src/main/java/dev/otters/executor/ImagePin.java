package dev.otters.executor;

import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;

/**
 * Names an image of the local store by what it is.
 *
 * @param ref the reference it was found by, shown to people only
 * @param digest of the manifest, or of an index that has one for this platform
 */
public record ImagePin(String ref, Digest digest) {
  /**
   * Says of content that the store has no more which image it was of, and how to get just that
   * image again, whatever its tag points at by now; any other failure stays as it is.
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
