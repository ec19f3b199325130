package dev.otters.server.http;

import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.oci.Progress;
import java.io.InputStream;
import java.util.Optional;

/** The operations on models. Safe for use by any thread. */
public interface ModelOperations {
  /**
   * A model to add from a file.
   *
   * @param bytes the size of its file, 0 if it is unknown
   * @param context the size of its context in tokens; empty uses that of the file
   * @param licence the licence; empty uses that of the file
   */
  record Addition(String name, long bytes, Optional<Integer> context, Optional<String> licence) {}

  /**
   * Returns the local models and those of other providers. An unreachable provider becomes a note.
   *
   * @param verify whether to verify the digests of all weights
   */
  ModelList list(boolean verify);

  /**
   * Downloads a local model.
   *
   * @param source an address to try before the known ones
   * @throws InterruptedException when the caller was interrupted; the partial download is kept
   */
  ModelSummary pull(String name, Optional<String> source, Progress progress)
      throws InterruptedException;

  /**
   * Adds a model from a file.
   *
   * @param content the file, read once and not closed
   */
  ModelSummary add(Addition addition, InputStream content, Progress progress);

  /**
   * Removes a local model.
   *
   * @param force whether to remove it although it is used
   */
  void remove(String name, boolean force);
}
