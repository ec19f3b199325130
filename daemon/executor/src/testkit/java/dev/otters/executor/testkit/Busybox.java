package dev.otters.executor.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds a statically linked busybox, the only program of small test images. */
public final class Busybox {
  private Busybox() {}

  /** Returns the binary, fetched once per checkout from this machine's Debian packages. */
  public static Path binary() throws IOException {
    Path folder = DebianPackages.folder("busybox-static");
    Path binary = folder.resolve("bin/busybox");
    return Files.exists(binary) ? binary : folder.resolve("usr/bin/busybox");
  }
}
