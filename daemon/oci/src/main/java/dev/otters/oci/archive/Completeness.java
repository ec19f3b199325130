package dev.otters.oci.archive;

import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.Ingest;

/**
 * Checks that an image that comes in has all its parts; of an index some platforms may be missing,
 * but not all.
 */
final class Completeness {
  private Completeness() {}

  static void check(Ingest ingest, Descriptor image, String what) {
    switch (ingest.manifest(image)) {
      case ImageManifest manifest -> checkParts(ingest, manifest, what);
      case ImageIndex index -> {
        int present = 0;
        for (Descriptor child : index.manifests()) {
          if (MediaTypes.isManifest(child.mediaType()) && ingest.has(child.digest())) {
            present++;
            if (ingest.manifest(child) instanceof ImageManifest manifest) {
              checkParts(ingest, manifest, what);
            }
          }
        }
        if (present == 0) {
          throw incomplete(image, what);
        }
      }
    }
  }

  private static void checkParts(Ingest ingest, ImageManifest manifest, String what) {
    for (Descriptor part : manifest.references()) {
      if (!ingest.has(part.digest())) {
        throw incomplete(part, what);
      }
    }
  }

  private static OciException incomplete(Descriptor part, String what) {
    return new OciException(
        Reason.INVALID_IMAGE,
        what + " is incomplete: it lacks parts of " + part.digest(),
        "Save it again in full.");
  }
}
