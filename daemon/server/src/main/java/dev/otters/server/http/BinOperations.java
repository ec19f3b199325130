package dev.otters.server.http;

import dev.otters.api.RemovalResult;
import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinView;
import dev.otters.api.image.BuildResult;
import dev.otters.oci.Progress;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Is what the API does with BIN images. Any thread may call. */
public interface BinOperations {
  /**
   * Is what to pack.
   *
   * @param name the program's name
   * @param description empty for none
   * @param usage a text for the model; empty for the one that is sent along
   * @param tags what to call the image; may be empty
   * @param created pins the time of the image
   */
  record Build(
      String name, String description, String usage, List<String> tags, Optional<Instant> created) {
    /** Copies the list. */
    public Build {
      tags = List.copyOf(tags);
    }
  }

  /**
   * Packs a program.
   *
   * @param programs a tar with the programs as {@code <os>/<arch>}, read once and not closed
   */
  BuildResult build(Build request, InputStream programs, Progress progress);

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
