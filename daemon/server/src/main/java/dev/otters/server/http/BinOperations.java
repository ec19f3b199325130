package dev.otters.server.http;

import dev.otters.agents.image.Builds;
import dev.otters.api.RemovalResult;
import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinView;
import dev.otters.api.image.BuildResult;
import dev.otters.oci.Progress;
import java.io.InputStream;

/** The operations on BIN images. Safe for use by any thread. */
public interface BinOperations {
  /**
   * Packs a program.
   *
   * @param programs a tar with the programs as {@code <os>/<arch>}, read once and not closed
   */
  BuildResult build(Builds.BinRequest request, InputStream programs, Progress progress);

  /** Returns all BIN images. */
  BinList list();

  /** Returns everything about an image, named by reference or digest. */
  BinView inspect(String reference);

  /**
   * Removes a name of an image, or with {@code force} all of a digest.
   *
   * @param force whether to remove the last name of an image that an agent uses, too
   */
  RemovalResult remove(String reference, boolean force);
}
