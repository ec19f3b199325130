package dev.otters.protocol;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes lines on a blocking channel.
 *
 * <ul>
 *   <li>One thread reads; any thread writes, and lines never mix.
 *   <li>Interrupting a thread that reads or writes closes the channel, as NIO does.
 *   <li>Memory grows with the line being read and shrinks after it. A channel that has received
 *       nothing has no buffer.
 * </ul>
 */
public final class LineChannel implements Closeable {
  private static final int CHUNK_BYTES = 64 * 1024;
  private static final int FIRST_BYTES = 512;
  private static final int BUFFER_BYTES = 16 * 1024;

  private final ByteChannel channel;
  private ByteBuffer received = ByteBuffer.allocate(0);

  /** Takes over a channel in blocking mode. */
  public LineChannel(ByteChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the next line.
   *
   * @return the line without its line feed, or null at the end; an unfinished last line is
   *     discarded
   * @throws LineTooLongException if the line is longer than {@link Protocol#MAX_LINE_BYTES}; the
   *     channel cannot be used afterwards
   */
  public byte @Nullable [] read() throws IOException {
    return read(Protocol.MAX_LINE_BYTES);
  }

  /**
   * Waits for the next line, as {@link #read()} does.
   *
   * @param most the limit in bytes, including the line feed
   */
  public byte @Nullable [] read(int most) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(received.remaining());
    while (true) {
      int end = lineFeed();
      int length = (end < 0 ? received.limit() : end) - received.position();
      if (line.size() + length >= most) {
        throw new LineTooLongException();
      }
      line.write(received.array(), received.position(), length);
      received.position(received.position() + length);
      if (end >= 0) {
        received.get();
        return line.toByteArray();
      }
      if (!receive()) {
        return null;
      }
    }
  }

  /** Writes a whole line, such as {@link WireCodec#encode} returns. */
  public synchronized void write(byte[] line) throws IOException {
    for (int at = 0; at < line.length; at += CHUNK_BYTES) {
      ByteBuffer chunk = ByteBuffer.wrap(line, at, Math.min(CHUNK_BYTES, line.length - at));
      while (chunk.hasRemaining()) {
        channel.write(chunk);
      }
    }
  }

  /** Closes the channel. A waiting reader sees its end or a closed channel. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Waits for more bytes. The first buffer is small, since many connections send nothing. */
  private boolean receive() throws IOException {
    if (received.capacity() < BUFFER_BYTES) {
      received = ByteBuffer.allocate(received.capacity() == 0 ? FIRST_BYTES : BUFFER_BYTES);
    }
    received.clear();
    int count = channel.read(received);
    received.flip();
    return count >= 0;
  }

  private int lineFeed() {
    for (int at = received.position(); at < received.limit(); at++) {
      if (received.get(at) == '\n') {
        return at;
      }
    }
    return -1;
  }
}
