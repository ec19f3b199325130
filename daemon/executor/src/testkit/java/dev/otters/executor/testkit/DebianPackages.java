package dev.otters.executor.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fetches packages of this machine's Debian release, once per checkout, and unpacks them. */
final class DebianPackages {
  private DebianPackages() {}

  /** Returns the folder with a package's files. */
  static synchronized Path folder(String name) throws IOException {
    Path root = Path.of(System.getProperty("otters.root"));
    Path all = root.resolve("build/test-packages");
    Path folder = all.resolve(name);
    if (!Files.exists(all.resolve(name + ".version"))) {
      fetch(root, all, name);
    }
    return folder;
  }

  private static void fetch(Path root, Path all, String name) throws IOException {
    try {
      int code =
          new ProcessBuilder(root.resolve("gradle/debian.sh").toString(), all.toString(), name)
              .inheritIO()
              .start()
              .waitFor();
      if (code != 0) {
        throw new IOException("cannot fetch " + name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
