package dev.otters.oci.tar;

import java.io.IOException;

/**
 * The limits of untrusted tars: entries, bytes, and the memory that a reader needs to remember the
 * entries. One budget can cover all layers of an image.
 */
public final class TarBudget {
  /** The objects around the texts of an entry that a tree remembers, measured on a heap. */
  private static final long ENTRY_OVERHEAD = 160;

  private static final long AVERAGE_TEXT = 160;
  private static final long LEAST_MEMORY = 1 << 20;

  private final long mostEntries;
  private final long mostBytes;
  private final long mostMemory;
  private long entries;
  private long bytes;
  private long memory;

  /**
   * Limits entries and bytes, and the memory to what that many entries with names of ordinary
   * length take.
   *
   * @param mostEntries how many entries
   * @param mostBytes how many bytes, uncompressed
   */
  public TarBudget(long mostEntries, long mostBytes) {
    this.mostEntries = mostEntries;
    this.mostBytes = mostBytes;
    this.mostMemory = Math.max(LEAST_MEMORY, mostEntries * (ENTRY_OVERHEAD + AVERAGE_TEXT));
  }

  /** Returns the budget for all layers of one image: 200,000 entries and 16 GiB. */
  public static TarBudget forImage() {
    return new TarBudget(200_000, 16L << 30);
  }

  /** Returns an estimate of the bytes of heap that remembering the entries so far takes. */
  public long memory() {
    return memory;
  }

  void takeEntry(TarEntry entry) throws IOException {
    if (++entries > mostEntries) {
      throw new IOException("it has more than " + mostEntries + " entries");
    }
    memory += ENTRY_OVERHEAD + size(entry.name()) + size(entry.target());
    if (memory > mostMemory) {
      throw new IOException("the names and link targets in it are too long in total");
    }
  }

  void takeBytes(long count) throws IOException {
    bytes += count;
    if (bytes > mostBytes) {
      throw new IOException("it has more than " + mostBytes + " bytes");
    }
  }

  /** A string takes 1 byte per character only if all of them are Latin-1. */
  private static long size(String text) {
    boolean latin = text.chars().allMatch(character -> character < 256);
    return latin ? text.length() : 2L * text.length();
  }
}
