package dev.otters.home.time;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A disk in memory that a test fills to the last byte. */
public final class SmallDisk implements AutoCloseable {
  private static final int[] SIZES = {1 << 20, 1 << 12, 1};

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounts a disk on a new folder; empty where that is not allowed, as for all but root. */
  public static Optional<SmallDisk> mount(Path folder, int megabytes) throws IOException {
    Files.createDirectory(folder);
    return succeeds("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder)
        ? Optional.of(new SmallDisk(folder))
        : Optional.empty();
  }

  /**
   * Mounts a view of a folder that copies a file to this disk before the first change, so it
   * refuses changes on a full disk. Empty where the kernel has no overlays.
   */
  public Optional<Path> copyOnWrite(Path original) throws IOException {
    Path view = Files.createDirectory(folder.resolve("view"));
    Path upper = Files.createDirectory(folder.resolve("upper"));
    Path work = Files.createDirectory(folder.resolve("work"));
    String layers = "lowerdir=%s,upperdir=%s,workdir=%s".formatted(original, upper, work);
    return succeeds("mount", "-t", "overlay", "-o", layers, "overlay", view)
        ? Optional.of(view)
        : Optional.empty();
  }

  /** Returns the root of the disk. */
  public Path folder() {
    return folder;
  }

  /** Grows a file until not a byte more fits. */
  public static void fill(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int size : SIZES) {
        fill(out, new byte[size]);
      }
    }
  }

  private static void fill(OutputStream out, byte[] bytes) throws IOException {
    try {
      while (true) {
        out.write(bytes);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (!succeeds("umount", "-l", folder)) {
      throw new IOException("cannot unmount " + folder);
    }
  }

  private static boolean succeeds(Object... command) throws IOException {
    Process process =
        new ProcessBuilder(Arrays.stream(command).map(Object::toString).toList())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
