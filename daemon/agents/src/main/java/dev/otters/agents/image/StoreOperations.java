package dev.otters.agents.image;

import dev.otters.api.image.FsckResult;
import dev.otters.api.image.PruneResult;
import dev.otters.api.image.TransferList;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** The operations of the API on the image store as a whole. Safe for use by any thread. */
public interface StoreOperations {
  /**
   * Adds a tag to an image. Another image that has the tag loses it.
   *
   * @param source a reference, or a digest of the store
   * @param target the new tag
   */
  void tag(String source, String target);

  /**
   * Writes images as a tar; the stream stays open.
   *
   * @throws IOException when {@code out} does
   */
  void save(List<String> references, OutputStream out) throws IOException;

  /**
   * Imports the images of a tar file, all or none.
   *
   * @param name the tag of the image, if the file holds only one; empty for the tags in the file
   * @param file read once and not closed
   * @param progress receives the images
   * @return the images
   */
  TransferList load(Optional<String> name, InputStream file, Progress progress);

  /**
   * Removes unused image data.
   *
   * @param all whether to also remove images that no agent uses
   * @param dryRun whether to report only
   * @return what was removed
   */
  PruneResult prune(boolean all, boolean dryRun);

  /**
   * Reads and checks everything in the store.
   *
   * @param repair whether to fetch damaged content again
   * @param progress receives the checks and fetches
   * @return the findings
   */
  FsckResult fsck(boolean repair, Progress progress);
}
