package dev.otters.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes temporary folders in memory, where a commit does not wait for a disk: for tests that commit
 * often. Where there is little such memory, the folders are on the disk. An agent cannot mount such
 * a folder.
 */
public final class FastFolder implements TempDirFactory {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final long ENOUGH = 512L << 20;

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
      throws IOException {
    return isRoomy()
        ? Files.createTempDirectory(MEMORY, "junit-")
        : Files.createTempDirectory("junit-");
  }

  private static boolean isRoomy() throws IOException {
    return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ENOUGH;
  }
}
