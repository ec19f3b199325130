package dev.otters.oci.store;

import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognises a full disk, and reports the required space. */
final class Room {
  private static final List<String> FULL = List.of("No space left", "quota exceeded");

  private Room() {}

  static boolean isFull(IOException e) {
    return FULL.stream().anyMatch(String.valueOf(e.getMessage())::contains);
  }

  /**
   * Checks that a file fits before it is fetched.
   *
   * @throws OciException STORE if it does not
   */
  static void check(Path folder, String what, long needed) throws IOException {
    if (needed > Files.getFileStore(folder).getUsableSpace()) {
      throw full(folder, what + " needs " + needed + " bytes", null);
    }
  }

  static OciException full(Path folder, String wanted, @Nullable IOException cause) {
    return new OciException(
            Reason.STORE,
            "the disk of " + folder + " is full: " + wanted + ", " + free(folder) + " are free",
            "Free some space. Nothing was kept.",
            cause)
        .with(new Fix(Operation.PRUNE));
  }

  private static String free(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace() + " bytes";
    } catch (IOException _) {
      return "too few";
    }
  }
}
