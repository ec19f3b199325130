package dev.otters.api.image;

import dev.otters.api.Absent;
import java.util.List;

/**
 * The result of pruning the image store.
 *
 * @param images references of unused images
 * @param blobs the number of blobs
 * @param bytes their size
 * @param dryRun whether nothing was removed
 */
public record PruneResult(List<String> images, int blobs, long bytes, boolean dryRun) {
  /** Fills in what an answer left out. */
  public PruneResult {
    images = Absent.list(images);
  }
}
