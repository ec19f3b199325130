package dev.otters.api.image;

import dev.otters.api.Absent;
import java.util.List;

/**
 * Is what a prune of the store removed, or would remove.
 *
 * @param images references of images that nobody uses
 * @param blobs how many files of content
 * @param bytes their size
 * @param dryRun whether everything is still there
 */
public record PruneResult(List<String> images, int blobs, long bytes, boolean dryRun) {
  /** Fills in what an answer left out. */
  public PruneResult {
    images = Absent.list(images);
  }
}
