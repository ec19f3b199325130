package dev.otters.models.weights;

import dev.otters.oci.Digest;
import java.util.List;

/**
 * An available model.
 *
 * @param name the name after {@code local/} in a MODEL
 * @param title a description in one line
 * @param bytes the size of the weights
 * @param sha256 the digest of the weights, which must match
 * @param licence an SPDX identifier, or the text of the person who added the model
 * @param contextSize the context in tokens
 * @param choosesTools whether the model can choose tools
 * @param sources the sources of the weights in the order to try them; empty for a model that was
 *     added from a file
 */
public record CatalogueEntry(
    String name,
    String title,
    long bytes,
    Digest sha256,
    String licence,
    int contextSize,
    boolean choosesTools,
    List<Source> sources) {
  /** Copies the list. */
  public CatalogueEntry {
    sources = List.copyOf(sources);
  }
}
