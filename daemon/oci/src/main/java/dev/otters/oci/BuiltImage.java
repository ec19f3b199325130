package dev.otters.oci;

import java.util.List;

/**
 * What a build left in the store.
 *
 * @param digest of the manifest or index
 * @param references its tags, in the order asked for
 */
public record BuiltImage(Digest digest, List<ImageReference> references) {
  public BuiltImage {
    references = List.copyOf(references);
  }
}
