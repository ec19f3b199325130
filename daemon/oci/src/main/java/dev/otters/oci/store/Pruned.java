package dev.otters.oci.store;

import java.util.List;

/**
 * What a prune removed, or would remove.
 *
 * @param images the tags, sorted by their text
 * @param content files that nothing needs any more, and their size
 */
public record Pruned(List<StoredImage> images, Collected content) {
  public Pruned {
    images = List.copyOf(images);
  }
}
