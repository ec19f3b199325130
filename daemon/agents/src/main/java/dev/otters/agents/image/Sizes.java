package dev.otters.agents.image;

import dev.otters.oci.Descriptor;
import dev.otters.oci.store.OciStore;

/** Computes the sizes of images. */
final class Sizes {
  private Sizes() {}

  /** Returns the bytes of all blobs of an image that are in the store. */
  static long of(OciStore store, Descriptor image) {
    return store.closure(image).stream().mapToLong(Descriptor::size).sum();
  }
}
