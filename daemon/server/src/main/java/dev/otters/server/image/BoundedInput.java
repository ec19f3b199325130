package dev.otters.server.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads what a client sends until it is more than was agreed upon. */
final class BoundedInput extends FilterInputStream {
  private final long most;
  private long read;

  BoundedInput(InputStream in, long most) {
    super(in);
    this.most = most;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    count(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count = super.read(buffer, offset, length);
    count(Math.max(0, count));
    return count;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void count(int bytes) {
    read += bytes;
    if (read > most) {
      throw ApiException.of(
          ErrorCode.CONTEXT_TOO_LARGE,
          "the request is larger than " + most + " bytes",
          "leave files out with .agentfileignore, or build in a smaller folder");
    }
  }
}
