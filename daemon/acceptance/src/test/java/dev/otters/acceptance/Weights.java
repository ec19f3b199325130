package dev.otters.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the weights of the small model as the build does, with {@code gradle/weights.sh}. */
final class Weights {
  private static final Run FETCHED =
      Run.start(
              Distribution.root(),
              Map.copyOf(System.getenv()),
              "",
              List.of(Distribution.root().resolve("gradle/weights.sh").toString()))
          .await();

  private Weights() {}

  /** Gives the file; empty where it is not here and cannot be fetched. */
  static Optional<Path> file() {
    return FETCHED.code() == 0 ? Optional.of(Path.of(FETCHED.out().strip())) : Optional.empty();
  }

  /** Says why there is no file. */
  static String trouble() {
    return "no weights of SmolLM2 can be had here: " + FETCHED.err().strip();
  }

  /**
   * Makes a folder of weights that a daemon may use as {@code OTTERS_MODELS}, with those of the
   * small model in it.
   */
  static void link(Path folder, Path file) throws IOException {
    Files.createDirectories(folder);
    Files.createSymbolicLink(folder.resolve(file.getFileName()), file);
  }
}
