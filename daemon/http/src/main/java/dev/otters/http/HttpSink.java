package dev.otters.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** Writes the body of a request and reports progress to the watch for stalls. */
public final class HttpSink {
  private static final int LARGEST_STEP = 256 << 10;

  private final OutputStream out;
  private final Optional<SocketChannel> plain;
  private final Runnable progress;

  HttpSink(OutputStream out, Optional<SocketChannel> plain, Runnable progress) {
    this.out = out;
    this.plain = plain;
    this.progress = progress;
  }

  /** Writes bytes. */
  public void write(byte[] bytes, int offset, int length) throws IOException {
    for (int done = 0; done < length; ) {
      int step = Math.min(LARGEST_STEP, length - done);
      out.write(bytes, offset + done, step);
      progress.run();
      done += step;
    }
  }

  /**
   * Writes bytes of a file.
   *
   * @return the number of bytes written, at least one
   * @throws EOFException if the file ends early
   */
  long transfer(FileChannel file, long from, long length) throws IOException {
    long moved = plain.isPresent() ? send(file, from, length) : copy(file, from, length);
    if (moved <= 0) {
      throw new EOFException("the file ends at byte " + from);
    }
    progress.run();
    return moved;
  }

  private long send(FileChannel file, long from, long length) throws IOException {
    return file.transferTo(from, length, plain.orElseThrow());
  }

  private long copy(FileChannel file, long from, long length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(length, LARGEST_STEP));
    int read = file.read(buffer, from);
    if (read > 0) {
      out.write(buffer.array(), 0, read);
    }
    return read;
  }
}
