package dev.otters.oci.tar;

import java.io.IOException;

/** What may still be read of foreign tars; one budget can cover all layers of an image. */
public final class TarBudget {
  private final long mostEntries;
  private final long mostBytes;
  private long entries;
  private long bytes;

  /**
   * @param mostEntries how many entries
   * @param mostBytes how many bytes, uncompressed
   */
  public TarBudget(long mostEntries, long mostBytes) {
    this.mostEntries = mostEntries;
    this.mostBytes = mostBytes;
  }

  /** Returns the budget for all layers of one image: 200,000 entries and 16 GiB. */
  public static TarBudget forImage() {
    return new TarBudget(200_000, 16L << 30);
  }

  void takeEntry() throws IOException {
    if (++entries > mostEntries) {
      throw new IOException("it has more than " + mostEntries + " entries");
    }
  }

  void takeBytes(long count) throws IOException {
    bytes += count;
    if (bytes > mostBytes) {
      throw new IOException("it has more than " + mostBytes + " bytes");
    }
  }
}
