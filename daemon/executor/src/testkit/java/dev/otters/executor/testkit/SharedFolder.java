package dev.otters.executor.testkit;

import dev.otters.executor.root.TreeRemover;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes folders that the tests of one process share. */
public final class SharedFolder {
  private SharedFolder() {}

  /** Makes a folder that is removed when the process ends. */
  public static Path create(String prefix) {
    try {
      Path folder = Files.createTempDirectory(prefix).toRealPath();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path folder) {
    try {
      TreeRemover.remove(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
