package dev.otters.models.weights;

import dev.otters.oci.Digest;
import java.util.List;

/**
 * Is a model that can be had.
 *
 * @param name as it stands behind {@code local/} in a MODEL
 * @param title what it is, one line
 * @param bytes the size of the weights
 * @param sha256 the digest of the weights, the only thing that is believed about them
 * @param licence as SPDX writes it, or the words of whoever added the model
 * @param contextSize the most tokens that the model can see at once
 * @param choosesTools whether it is good enough to be asked which tool to call
 * @param sources where to get the weights, tried in this order; empty for a model that was added
 *     from a file
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
