package dev.otters.oci.archive;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Checks that an image has all its parts. An index may lack some platforms, but not all of them.
 *
 * @param what names the image in errors
 * @param fix the operation that helps with an incomplete image; empty for a new image
 */
record Completeness(
    Predicate<Digest> has, Function<Descriptor, Manifest> read, String what, Optional<Fix> fix) {

  static void check(Ingest ingest, Descriptor image, String what) {
    new Completeness(ingest::has, ingest::manifest, what, Optional.empty()).check(image);
  }

  static void check(OciStore store, Descriptor image, String what) {
    new Completeness(
            store::contains,
            part -> store.manifest(part.digest()),
            what,
            Optional.of(new Fix(Operation.CHECK_STORE)))
        .check(image);
  }

  private void check(Descriptor image) {
    if (!has.test(image.digest())) {
      throw incomplete(image);
    }
    switch (manifest(image)) {
      case ImageManifest manifest -> checkParts(manifest);
      case ImageIndex index -> checkPlatforms(image, index);
    }
  }

  private void checkPlatforms(Descriptor image, ImageIndex index) {
    int present = 0;
    for (Descriptor child : index.manifests()) {
      if (MediaTypes.isManifest(child.mediaType()) && has.test(child.digest())) {
        present++;
        if (manifest(child) instanceof ImageManifest manifest) {
          checkParts(manifest);
        }
      }
    }
    if (present == 0) {
      throw incomplete(image);
    }
  }

  private Manifest manifest(Descriptor descriptor) {
    Manifest manifest = read.apply(descriptor);
    if (!manifest.mediaType().equals(descriptor.mediaType())) {
      throw invalid(
          " says that "
              + descriptor.digest()
              + " is "
              + Quoted.of(descriptor.mediaType())
              + ", but it is "
              + Quoted.of(manifest.mediaType()));
    }
    return manifest;
  }

  private void checkParts(ImageManifest manifest) {
    for (Descriptor part : manifest.references()) {
      if (!has.test(part.digest())) {
        throw incomplete(part);
      }
    }
  }

  private OciException incomplete(Descriptor part) {
    return invalid(" is incomplete: it lacks parts of " + part.digest());
  }

  private OciException invalid(String why) {
    String remedy = fix.isPresent() ? "Repair the store." : "Save it again in full.";
    OciException invalid = new OciException(Reason.INVALID_IMAGE, what + why, remedy);
    return fix.map(invalid::with).orElse(invalid);
  }
}
