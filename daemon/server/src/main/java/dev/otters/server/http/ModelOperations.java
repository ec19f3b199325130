package dev.otters.server.http;

import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.oci.Progress;
import java.io.InputStream;
import java.util.Optional;

/** Is what the API does with models. Any thread may call. */
public interface ModelOperations {
  /**
   * Is a model to take in.
   *
   * @param bytes the size of its file, 0 when it is not known
   * @param context the most tokens that it can see; empty takes what the file says
   * @param licence empty takes what the file says
   */
  record Addition(String name, long bytes, Optional<Integer> context, Optional<String> licence) {}

  /**
   * Returns the local models and what other providers offer; one that cannot be asked is a note.
   *
   * @param verify whether to read all weights and compare their digests
   */
  ModelList list(boolean verify);

  /**
   * Brings a local model.
   *
   * @param source an address to try before the known ones
   * @throws InterruptedException when the caller was interrupted; what came is kept
   */
  ModelSummary pull(String name, Optional<String> source, Progress progress)
      throws InterruptedException;

  /**
   * Takes in a model from a file.
   *
   * @param content the file, read once and not closed
   */
  ModelSummary add(Addition addition, InputStream content, Progress progress);

  /**
   * Removes a local model.
   *
   * @param force whether to remove one that is used, too
   */
  void remove(String name, boolean force);
}
