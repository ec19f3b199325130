package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Creates and removes work folders. */
final class Folders {

  private Folders() {}

  /** Removes {@code folder} and its content, if it exists. */
  static Path absent(Path folder) throws IOException {
    if (Files.exists(folder)) {
      List<Path> paths;
      try (Stream<Path> found = Files.walk(folder)) {
        paths = found.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : paths) {
        Files.delete(path);
      }
    }
    return folder;
  }

  /** Creates {@code folder}, or removes its content. */
  static Path empty(Path folder) throws IOException {
    return Files.createDirectories(absent(folder));
  }
}
