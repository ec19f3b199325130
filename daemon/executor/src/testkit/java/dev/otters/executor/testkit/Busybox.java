package dev.otters.executor.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds a statically linked busybox, which is all that small test images need. */
public final class Busybox {
  private Busybox() {}

  /** Returns the binary, fetched once per checkout from this machine's Debian packages. */
  public static synchronized Path binary() throws IOException {
    Path root = Path.of(System.getProperty("otters.root"));
    Path folder = root.resolve("build/test-packages");
    Path binary = folder.resolve("busybox-static/bin/busybox");
    if (!Files.exists(binary)) {
      fetch(root, folder);
    }
    return Files.exists(binary) ? binary : folder.resolve("busybox-static/usr/bin/busybox");
  }

  private static void fetch(Path root, Path folder) throws IOException {
    try {
      int code =
          new ProcessBuilder(
                  root.resolve("gradle/debian.sh").toString(), folder.toString(), "busybox-static")
              .inheritIO()
              .start()
              .waitFor();
      if (code != 0) {
        throw new IOException("cannot fetch busybox-static");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
