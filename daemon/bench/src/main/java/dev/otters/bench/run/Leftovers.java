package dev.otters.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Cleans up after measurements that were killed. */
public final class Leftovers {
  static final String PREFIX = "otters-bench-";

  private Leftovers() {}

  /** Removes the homes of benches that no longer run, with their daemons and containers. */
  public static void sweep(Workbench bench) throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    for (Path folder : folders(temporary)) {
      String name = folder.getFileName().toString().substring(PREFIX.length());
      int dash = name.indexOf('-');
      if (dash > 0 && !isAlive(Long.parseLong(name, 0, dash, 10))) {
        OttersHome.remove(folder, bench);
        delete(folder);
      }
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static List<Path> folders(Path temporary) throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .filter(file -> file.getFileName().toString().matches(PREFIX + "\\d+-.*"))
          .toList();
    }
  }

  /** Removes a folder and its content, if it exists. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Returns the text of a file; empty if it cannot be read. */
  static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException absent) {
      return Optional.empty();
    }
  }
}
