package dev.otters.executor.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Shows which files this process has open. */
public final class OpenFiles {
  private OpenFiles() {}

  /** Returns the numbers of the open files in a folder or below it. */
  public static List<Path> below(Path folder) throws IOException {
    List<Path> open = new ArrayList<>();
    try (Stream<Path> numbers = Files.list(Path.of("/proc/self/fd"))) {
      for (Path number : numbers.toList()) {
        try {
          if (Files.readSymbolicLink(number).startsWith(folder)) {
            open.add(number);
          }
        } catch (NoSuchFileException _) {
          // The listing itself is closed by now.
        }
      }
    }
    return open;
  }
}
