package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.store.OciStore;
import java.util.Optional;

/** Tells agent images and BIN images apart. */
final class Kinds {
  private Kinds() {}

  static boolean isAgent(Manifest manifest) {
    return manifest.artifactType().equals(Optional.of(MediaTypes.AGENT));
  }

  /** Refuses a BIN image where an agent image is meant. */
  static void refuseBin(OciStore store, String text, Descriptor found) {
    if (new BinImages(store).isBin(found) && !isAgent(store.manifest(found.digest()))) {
      throw ApiException.of(
          ErrorCode.IMAGE_NOT_FOUND,
          text + " is a BIN image, not an agent image",
          "look at it with: otters bin inspect " + text);
    }
  }

  /** Refuses an agent image where a BIN image is meant. */
  static void refuseAgent(OciStore store, String text, Descriptor found) {
    if (isAgent(store.manifest(found.digest()))) {
      throw ApiException.of(
          ErrorCode.BIN_NOT_FOUND,
          text + " is an agent image, not a BIN image",
          "look at it with: otters image inspect " + text);
    }
  }
}
