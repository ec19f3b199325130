package dev.otters.models.weights;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Words the errors of the disk with the weights. */
final class DiskErrors {
  private static final String ELSEWHERE =
      ", or start the daemon with " + WeightsFolder.VARIABLE + " set to a folder on another disk";

  private DiskErrors() {}

  /**
   * Throws if the disk has too little space.
   *
   * @param needed the bytes that will be written
   */
  static void requireRoom(Path folder, String name, long needed) throws IOException {
    FileStore disk = Files.getFileStore(folder);
    long free = disk.getUsableSpace();
    if (free < needed) {
      throw ApiException.of(
          ErrorCode.DISK_FULL,
          "the disk has too little space for the model "
              + name
              + " in "
              + folder
              + ": it needs "
              + megabytes(needed)
              + " more, but only "
              + megabytes(free)
              + " are free",
          "Free some space" + ELSEWHERE + ".");
    }
  }

  /** Returns the error for weights that cannot be written. The written part stays. */
  static ApiException of(IOException failure, Path file, CatalogueEntry entry, long kept) {
    return full(failure)
        ? new ApiException(
            Problem.of(
                ErrorCode.DISK_FULL,
                "the disk of "
                    + file.getParent()
                    + " was full after "
                    + megabytes(kept)
                    + " of "
                    + megabytes(entry.bytes())
                    + " of the model "
                    + entry.name(),
                "Free some space"
                    + ELSEWHERE
                    + ", then pull the model again: the download resumes. To free its space"
                    + " instead, run 'otters model rm "
                    + entry.name()
                    + "'."),
            failure)
        : unusable(failure, file);
  }

  /** Returns the error for a file that cannot be used. */
  static ApiException unusable(IOException failure, Path file) {
    if (full(failure)) {
      return new ApiException(
          Problem.of(
              ErrorCode.DISK_FULL,
              "the disk of " + file + " is full",
              "Free some space" + ELSEWHERE + "."),
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

  static String megabytes(long bytes) {
    return bytes < 1_000_000
        ? bytes + " bytes"
        : String.format(Locale.ROOT, "%.1f MB", bytes / 1_000_000.0);
  }
}
