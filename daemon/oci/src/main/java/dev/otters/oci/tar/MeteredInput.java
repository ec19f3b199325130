package dev.otters.oci.tar;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input with two limits: a budget for the whole tar, and one for the current header. */
final class MeteredInput extends FilterInputStream {
  private final TarBudget budget;
  private long leftOfPart = Long.MAX_VALUE;

  MeteredInput(InputStream in, TarBudget budget) {
    super(in);
    this.budget = budget;
  }

  /** Limits the next part to {@code bytes}. */
  void allow(long bytes) {
    leftOfPart = bytes;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    count(b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int n = super.read(buffer, offset, length);
    count(Math.max(n, 0));
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    long skipped = super.skip(n);
    count(skipped);
    return skipped;
  }

  private void count(long bytes) throws IOException {
    budget.takeBytes(bytes);
    leftOfPart -= bytes;
    if (leftOfPart < 0) {
      throw new IOException("an entry's header is too large");
    }
  }
}
