package dev.otters.home;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The low-water mark of the file system of a home. Below it, work that adds data does not begin, so
 * that running agents and the database keep some space.
 *
 * @param folder a folder of the file system
 * @param disk measures the file system
 * @param configured the operator's mark in bytes; empty for 1 GiB, or 5 % of a smaller disk
 */
public record FreeSpace(Path folder, Disk disk, OptionalLong configured) {
  private static final long USUAL = 1L << 30;
  private static final long PART = 20;
  private static final double MIB = 1L << 20;

  /** Measures a file system. */
  @FunctionalInterface
  public interface Disk {
    /** Returns the free and the total bytes of the file system with a folder. */
    Room room(Path folder) throws IOException;
  }

  /** The size of a file system in bytes. */
  public record Room(long free, long total) {}

  /** Returns the mark of a real file system. */
  public static FreeSpace of(Path folder, OptionalLong configured) {
    return new FreeSpace(
        folder,
        it -> {
          var store = Files.getFileStore(it);
          return new Room(store.getUsableSpace(), store.getTotalSpace());
        },
        configured);
  }

  /**
   * Refuses work that adds data while less is free than the mark.
   *
   * @throws ApiException DISK_FULL
   */
  public void require() {
    try {
      Room room = disk.room(folder);
      long least = configured.orElse(Math.min(USUAL, room.total() / PART));
      if (room.free() < least) {
        throw ApiException.of(
            ErrorCode.DISK_FULL,
            "the file system of %s has only %.0f MiB free, of which %.0f MiB are kept for running agents"
                .formatted(folder, room.free() / MIB, least / MIB),
            "Free some space, for example with 'otters system prune -a', or lower min-free in"
                + " ottersd.yaml.");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot measure the free space of " + folder, e);
    }
  }
}
