package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.store.OciStore;
import java.util.Optional;

/** Distinguishes agent images from BIN images. */
final class Kinds {
  private Kinds() {}

  static boolean isAgent(Manifest manifest) {
    return manifest.artifactType().equals(Optional.of(MediaTypes.AGENT));
  }

  /** Refuses a BIN image in place of an agent image. */
  static void refuseBin(OciStore store, String text, Descriptor found) {
    if (new BinImages(store).isBin(found) && !isAgent(store.manifest(found.digest()))) {
      throw ApiException.of(
          ErrorCode.IMAGE_NOT_FOUND,
          text + " is a BIN image, not an agent image",
          "Show it with: otters bin inspect " + text + ".");
    }
  }

  /** Refuses an agent image in place of a BIN image. */
  static void refuseAgent(OciStore store, String text, Descriptor found) {
    if (isAgent(store.manifest(found.digest()))) {
      throw ApiException.of(
          ErrorCode.BIN_NOT_FOUND,
          text + " is an agent image, not a BIN image",
          "Show it with: otters image inspect " + text + ".");
    }
  }
}
