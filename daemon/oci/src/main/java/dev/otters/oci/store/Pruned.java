package dev.otters.oci.store;

import java.util.List;

/**
 * The result of a prune, or of a dry run.
 *
 * @param images the tags, sorted by their text
 * @param content the number and size of unused files
 */
public record Pruned(List<StoredImage> images, Collected content) {
  public Pruned {
    images = List.copyOf(images);
  }
}
