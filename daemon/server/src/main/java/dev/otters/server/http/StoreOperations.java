package dev.otters.server.http;

import dev.otters.api.image.FsckResult;
import dev.otters.api.image.PruneResult;
import dev.otters.api.image.TransferList;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** Is what the API does with the image store as a whole. Any thread may call. */
public interface StoreOperations {
  /** Gives an image one more name. */
  void tag(String source, String target);

  /**
   * Writes images as a tar; the stream stays open.
   *
   * @throws IOException when {@code out} does
   */
  void save(List<String> references, OutputStream out) throws IOException;

  /**
   * Takes the images of a file.
   *
   * @param name what to call the image where the file holds only one; empty for the names in it
   * @param file read once and not closed
   */
  TransferList load(Optional<String> name, InputStream file, Progress progress);

  /**
   * Removes what nobody needs.
   *
   * @param all whether to remove images that no agent uses, too
   * @param dryRun whether only to say what would be removed
   */
  PruneResult prune(boolean all, boolean dryRun);

  /**
   * Reads everything in the store and checks it.
   *
   * @param repair whether to fetch again what is damaged
   */
  FsckResult fsck(boolean repair, Progress progress);
}
