package dev.otters.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The size of files and folders, without links, and without what cannot be read. */
final class DiskSize extends SimpleFileVisitor<Path> {
  private final long deadline;
  private long bytes;
  private int files;
  private boolean partial;

  DiskSize(Duration patience) {
    deadline = System.nanoTime() + patience.toNanos();
  }

  /** Adds files and folders until the time is over. */
  DiskSize of(Path... places) {
    for (Path place : places) {
      try {
        Files.walkFileTree(place, this);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return this;
  }

  long bytes() {
    return bytes;
  }

  int files() {
    return files;
  }

  /** Returns whether the time was over before all was counted. */
  boolean partial() {
    return partial;
  }

  private FileVisitResult next() {
    partial |= System.nanoTime() - deadline >= 0;
    return partial ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
    return next();
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      bytes += attributes.size();
      files++;
    }
    return next();
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) {
    return next();
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
    return next();
  }
}
