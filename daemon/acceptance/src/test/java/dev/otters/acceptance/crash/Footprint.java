package dev.otters.acceptance.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Measures a daemon and its home from the outside. */
final class Footprint {
  private Footprint() {}

  /** Returns a measurement; empty if there is no daemon at this moment. */
  static Optional<Vitals.Sample> of(Path home, long prompts) {
    try {
      long pid = Long.parseLong(Files.readString(home.resolve("ottersd.lock")).strip());
      Path process = Path.of("/proc", Long.toString(pid));
      return Optional.of(
          new Vitals.Sample(
              prompts,
              pid,
              memory(process),
              files(process.resolve("fd")),
              size(home.resolve("daemon.db")),
              size(home.resolve("daemon.db-wal")),
              total(home)));
    } catch (IOException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static long memory(Path process) throws IOException {
    return Files.readString(process.resolve("status"))
            .lines()
            .filter(line -> line.startsWith("VmRSS:"))
            .map(line -> line.replaceAll("\\D", ""))
            .mapToLong(Long::parseLong)
            .findFirst()
            .orElseThrow(() -> new IOException("no memory of " + process))
        * Vitals.KIB;
  }

  private static long files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static long size(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  /** Adds up the files that exist, while others come and go. */
  private static long total(Path home) throws IOException {
    AtomicLong total = new AtomicLong();
    Path unused =
        Files.walkFileTree(
            home,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                total.addAndGet(attributes.isRegularFile() ? attributes.size() : 0);
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult postVisitDirectory(Path folder, IOException gone) {
                return FileVisitResult.CONTINUE;
              }
            });
    return total.get();
  }
}
