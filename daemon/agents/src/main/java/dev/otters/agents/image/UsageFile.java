package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Reads the text for the model that is sent with a tool. */
final class UsageFile {
  private static final int LARGEST_USAGE = 256 << 10;

  private UsageFile() {}

  /**
   * Returns the text of {@code USAGE.md} in a build context; empty if there is none.
   *
   * @throws ApiException BIN_INVALID if it is too large or not UTF-8
   */
  static String read(Path folder) {
    Path file = folder.resolve("USAGE.md");
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return "";
      }
      if (Files.size(file) > LARGEST_USAGE) {
        throw ApiException.of(
            ErrorCode.BIN_INVALID, "USAGE.md is larger than 256 KiB", "Shorten the usage.");
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw ApiException.of(
          ErrorCode.BIN_INVALID, "USAGE.md is not UTF-8 text", "Send the usage as UTF-8 text.");
    }
  }
}
