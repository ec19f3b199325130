package dev.otters.http;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/** The body of a request. */
public interface HttpBody {
  /** An empty body. */
  HttpBody EMPTY = new Bytes(new byte[0], true);

  /** Returns the exact number of bytes that {@link #writeTo} writes. */
  long length();

  /** Writes the whole body. */
  void writeTo(HttpSink sink) throws IOException;

  /** Returns whether the body can be sent again. */
  default boolean isRepeatable() {
    return true;
  }

  /** Returns a body in memory. */
  static HttpBody of(byte[] bytes) {
    return new Bytes(bytes, true);
  }

  /** Returns a body in memory that is never sent again: the request must not be repeated. */
  static HttpBody once(byte[] bytes) {
    return new Bytes(bytes, false);
  }

  /**
   * Returns a part of a file, which is sent without a copy where the connection allows it.
   *
   * @param sent receives the number of bytes sent so far
   */
  static HttpBody of(Path file, long from, long length, LongConsumer sent) {
    return new FilePart(file, from, length, sent);
  }

  /** A body in memory. */
  final class Bytes implements HttpBody {
    private final byte[] bytes;
    private final boolean repeatable;

    private Bytes(byte[] bytes, boolean repeatable) {
      this.bytes = bytes;
      this.repeatable = repeatable;
    }

    @Override
    public boolean isRepeatable() {
      return repeatable;
    }

    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public void writeTo(HttpSink sink) throws IOException {
      sink.write(bytes, 0, bytes.length);
    }
  }

  /** A part of a file. */
  record FilePart(Path file, long from, long length, LongConsumer sent) implements HttpBody {
    private static final long STEP = 1 << 20;

    @Override
    public void writeTo(HttpSink sink) throws IOException {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        for (long done = 0; done < length; ) {
          done += sink.transfer(channel, from + done, Math.min(STEP, length - done));
          sent.accept(done);
        }
      }
    }
  }
}
