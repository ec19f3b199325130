package dev.otters.server.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/** Reads a body up to a limit. Closing it leaves the connection open. */
final class LimitedInput extends FilterInputStream {
  private final long most;
  private final Supplier<? extends RuntimeException> tooMuch;
  private long count;

  /**
   * Limits a body.
   *
   * @param tooMuch creates the exception for a body over the limit
   */
  LimitedInput(InputStream in, long most, Supplier<? extends RuntimeException> tooMuch) {
    super(in);
    this.most = most;
    this.tooMuch = tooMuch;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    counted(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    counted(Math.max(0, read));
    return read;
  }

  @Override
  public long skip(long wanted) throws IOException {
    long skipped = super.skip(wanted);
    counted(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void close() {
    // The next request of the connection uses the same stream.
  }

  private void counted(long bytes) {
    count += bytes;
    if (count > most) {
      throw tooMuch.get();
    }
  }
}
