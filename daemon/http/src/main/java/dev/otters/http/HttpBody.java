package dev.otters.http;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/** What a request carries. */
public interface HttpBody {
  /** Carries nothing. */
  HttpBody EMPTY = new Bytes(new byte[0], true);

  /** Returns how many bytes {@link #writeTo} writes, exactly. */
  long length();

  /** Writes the whole body. */
  void writeTo(HttpSink sink) throws IOException;

  /** Tells whether it can be written more than once. */
  default boolean isRepeatable() {
    return true;
  }

  /** Returns a body that is in memory. */
  static HttpBody of(byte[] bytes) {
    return new Bytes(bytes, true);
  }

  /** Returns a body that is in memory, and is sent no second time if a server does not answer. */
  static HttpBody once(byte[] bytes) {
    return new Bytes(bytes, false);
  }

  /**
   * Returns a part of a file, which is sent without being copied where that is possible.
   *
   * @param sent is told how many bytes of the part were sent
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
