package dev.otters.executor;

import java.io.IOException;
import java.io.OutputStream;

/** A stream that is written in blocks; a single byte is a block of one. */
public abstract class BlockOutputStream extends OutputStream {
  @Override
  public final void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public abstract void write(byte[] bytes, int offset, int length) throws IOException;
}
