package dev.otters.models.weights;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Says what keeps weights from being written. */
final class DiskErrors {
  private static final String ELSEWHERE =
      ", or start the daemon with " + WeightsFolder.VARIABLE + " set to a folder on another disk";

  private DiskErrors() {}

  /**
   * Refuses work for which there is no room.
   *
   * @param needed bytes that will be written
   */
  static void requireRoom(Path folder, String name, long needed) throws IOException {
    FileStore disk = Files.getFileStore(folder);
    long free = disk.getUsableSpace();
    if (free < needed) {
      throw ApiException.of(
          ErrorCode.DISK_FULL,
          "there is no room for the model "
              + name
              + " in "
              + folder
              + ": it needs "
              + megabytes(needed)
              + " more, and "
              + megabytes(free)
              + " are free",
          "Make room" + ELSEWHERE + ".");
    }
  }

  /** Returns what to throw when weights cannot be written; what was written stays. */
  static ApiException of(IOException failure, Path file, CatalogueEntry entry, long kept) {
    return full(failure)
        ? new ApiException(
            Problem.of(
                ErrorCode.DISK_FULL,
                "the disk of "
                    + file.getParent()
                    + " became full after "
                    + megabytes(kept)
                    + " of "
                    + megabytes(entry.bytes())
                    + " of the model "
                    + entry.name(),
                "Make room"
                    + ELSEWHERE
                    + ", then pull it again: it goes on where it stopped. To give up and free the"
                    + " space: otters model rm "
                    + entry.name()),
            failure)
        : unusable(failure, file);
  }

  /** Returns what to throw when a file cannot be used. */
  static ApiException unusable(IOException failure, Path file) {
    if (full(failure)) {
      return new ApiException(
          Problem.of(
              ErrorCode.DISK_FULL,
              "the disk of " + file + " is full",
              "Make room" + ELSEWHERE + "."),
          failure);
    }
    return new ApiException(
        Problem.of(
            ErrorCode.INVALID_REQUEST,
            "cannot use " + file + ": " + failure.getMessage(),
            "Make the folder writable for the daemon's user, or choose another one with "
                + WeightsFolder.VARIABLE
                + "."),
        failure);
  }

  private static boolean full(IOException failure) {
    String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return text.contains("no space left") || text.contains("quota exceeded");
  }

  /** Returns a size for people. */
  static String megabytes(long bytes) {
    return bytes < 1_000_000
        ? bytes + " bytes"
        : String.format(Locale.ROOT, "%.1f MB", bytes / 1_000_000.0);
  }
}
