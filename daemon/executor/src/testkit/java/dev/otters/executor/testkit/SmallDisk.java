package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of one megabyte in memory. Only root can mount it. */
public final class SmallDisk {
  private SmallDisk() {}

  /** Mounts it in a folder with the given mode, such as {@code 0700}. */
  public static void mount(Path folder, String mode) throws IOException {
    host("mount", "-t", "tmpfs", "-o", "size=1m,mode=" + mode, "tmpfs", folder.toString());
  }

  /** Unmounts it after its last use. */
  public static void unmount(Path folder) throws IOException {
    host("umount", "--lazy", folder.toString());
  }

  /** Writes a file until no byte is free. */
  public static void fill(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      assertThatIOException()
          .isThrownBy(
              () -> {
                while (true) {
                  out.write(new byte[1 << 12]);
                }
              })
          .withMessageContaining("No space left");
    }
  }

  private static void host(String... command) throws IOException {
    try {
      assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
