package dev.otters.server.image;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.StoredImage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Looks up what operators name images by: references, and digests of the store. */
final class References {
  private static final String DIGEST = "sha256:";

  private References() {}

  /** Returns what the text names; throws NOT_FOUND when it is not here. */
  static Descriptor require(OciStore store, String text) {
    if (text.startsWith(DIGEST)) {
      Digest digest = Digest.parse(text);
      return store.describe(digest).orElseThrow(() -> absent(text));
    }
    return store.require(ImageReference.parse(text));
  }

  static List<ImageReference> of(OciStore store, Digest digest) {
    return store.list().stream()
        .filter(image -> image.descriptor().digest().equals(digest))
        .map(StoredImage::reference)
        .toList();
  }

  static List<String> namesOf(OciStore store, Digest digest) {
    return of(store, digest).stream().map(ImageReference::toString).toList();
  }

  /** Returns when the image got its first name here, empty when that is not known. */
  static Optional<Instant> storedAt(OciStore store, Digest digest) {
    return store.list().stream()
        .filter(image -> image.descriptor().digest().equals(digest))
        .flatMap(image -> image.storedAt().stream())
        .min(Instant::compareTo);
  }

  /** Gives a name back to what had it: an image that cannot be used must not take its place. */
  static void takeBack(OciStore store, ImageReference reference, Optional<Descriptor> before) {
    before.ifPresentOrElse(
        image -> store.tag(reference, image, Origin.PULLED), () -> store.untag(reference));
  }

  private static OciException absent(String text) {
    return new OciException(
        OciException.Reason.NOT_FOUND,
        "no image " + text + " in the local store",
        "See what is there with: otters image ls, otters bin ls.");
  }
}
