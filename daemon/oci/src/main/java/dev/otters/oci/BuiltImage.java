package dev.otters.oci;

import java.util.List;

/**
 * The result of a build.
 *
 * @param digest of the manifest or index
 * @param references its tags, in the requested order
 */
public record BuiltImage(Digest digest, List<ImageReference> references) {
  public BuiltImage {
    references = List.copyOf(references);
  }
}
