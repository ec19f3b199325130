package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks up images by reference or digest. */
final class References {
  private static final String DIGEST = "sha256:";
  private static final Pattern START = Pattern.compile("(?:sha256:)?([0-9a-f]{2,64})");
  private static final int WHOLE = 64;

  private References() {}

  /**
   * Returns the image of a reference, a digest, or the beginning of the digest of one image.
   *
   * @throws OciException NOT_FOUND if it is not in the store
   * @throws ApiException AMBIGUOUS if several digests begin so
   */
  static Descriptor require(OciStore store, String text) {
    Optional<Digest> digest = digest(store, text);
    return digest.isPresent()
        ? store.describe(digest.get()).orElseThrow(() -> absent(text))
        : store.require(ImageReference.parse(text));
  }

  /**
   * Returns the digest of a text; empty if it is a reference. The name of an image is never a
   * digest.
   *
   * @throws ApiException AMBIGUOUS if several digests begin so
   */
  static Optional<Digest> digest(OciStore store, String text) {
    Matcher start = START.matcher(text);
    boolean said = text.startsWith(DIGEST);
    if (!start.matches()) {
      return said ? Optional.of(Digest.parse(text)) : Optional.empty();
    }
    String hex = start.group(1);
    if (said && hex.length() == WHOLE) {
      return Optional.of(new Digest(hex));
    }
    if (!said && store.resolve(ImageReference.parse(text)).isPresent()) {
      return Optional.empty();
    }
    List<Digest> found =
        store.list().stream()
            .map(image -> image.descriptor().digest())
            .filter(digest -> digest.hex().startsWith(hex))
            .distinct()
            .toList();
    if (found.size() > 1) {
      throw new ApiException(
          Problem.of(
                  ErrorCode.AMBIGUOUS,
                  "the digests of " + found.size() + " images begin with " + hex,
                  "Give more of the digest.")
              .withCandidates(found.stream().map(Digest::toString).toList()));
    }
    if (found.isEmpty() && said) {
      throw absent(text);
    }
    return found.stream().findFirst();
  }

  /**
   * Reads the new name of an image.
   *
   * @param own the runtime of this release, which no other image may replace
   * @throws OciException INVALID_REFERENCE if it is not a reference, or is that of the runtime
   */
  static ImageReference newName(String text, ImageReference own) {
    ImageReference name = ImageReference.given(text);
    if (name.equals(own)) {
      throw new OciException(
          OciException.Reason.INVALID_REFERENCE,
          "the name " + name + " is reserved for the runtime of this release",
          "Use another name. To run another runtime, tag it "
              + own.repository()
              + ":TAG and name that as RUNTIME.");
    }
    return name;
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

  /** Returns when the image got its first tag, if known. */
  static Optional<Instant> storedAt(OciStore store, Digest digest) {
    return store.list().stream()
        .filter(image -> image.descriptor().digest().equals(digest))
        .flatMap(image -> image.storedAt().stream())
        .min(Instant::compareTo);
  }

  /** Restores a tag, since an unusable image must not take it over. */
  static void takeBack(OciStore store, ImageReference reference, Optional<Descriptor> before) {
    before.ifPresentOrElse(
        image -> store.tag(reference, image, Origin.PULLED), () -> store.untag(reference));
  }

  private static OciException absent(String text) {
    return new OciException(
        OciException.Reason.NOT_FOUND,
        "no image " + text + " in the local store",
        "List images with: otters image ls, otters bin ls.");
  }

  /** Returns whether only the store has an image, and not every release. */
  static boolean isOwn(ImageReference reference) {
    return reference.isLocal() && !reference.repository().startsWith("otters/");
  }

  /** Returns whether a registry has no image or does not say so. */
  static boolean isAbsence(OciException e) {
    return e.reason() == OciException.Reason.NOT_FOUND || e.reason() == OciException.Reason.DENIED;
  }

  /** Returns a few names in a store that resemble a reference. */
  static List<String> near(OciStore store, ImageReference reference) {
    return store.list().stream()
        .map(image -> image.reference().toString())
        .filter(name -> related(name, reference))
        .limit(5)
        .toList();
  }

  private static boolean related(String name, ImageReference reference) {
    String repository = reference.repository();
    String last = repository.substring(repository.lastIndexOf('/') + 1);
    return name.contains(last)
        || last.contains(name.substring(name.lastIndexOf('/') + 1).split(":", 2)[0]);
  }
}
