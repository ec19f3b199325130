package dev.otters.egress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/** The first bytes of a client: {@value #MOST_BYTES} at most. */
final class ClientInput {
  static final int MOST_BYTES = 16 * 1024;

  private final ReadableByteChannel channel;
  private final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES).flip();

  ClientInput(ReadableByteChannel channel) {
    this.channel = channel;
  }

  /** Returns the next byte and leaves it there. */
  int peek() throws IOException {
    require(1);
    return bytes.get(bytes.position()) & 0xff;
  }

  /** Reads one byte, from 0 to 255. */
  int next() throws IOException {
    require(1);
    return bytes.get() & 0xff;
  }

  /** Reads bytes. */
  byte[] next(int count) throws IOException {
    require(count);
    byte[] read = new byte[count];
    bytes.get(read);
    return read;
  }

  /** Reads up to an empty line, and returns the text before it. */
  String head() throws IOException {
    int from = bytes.position();
    int seen = from;
    while (true) {
      for (; seen + 3 < bytes.limit(); seen++) {
        if (isEnd(seen)) {
          String head = new String(next(seen - from), StandardCharsets.ISO_8859_1);
          bytes.position(bytes.position() + 4);
          return head;
        }
      }
      more();
    }
  }

  private boolean isEnd(int at) {
    return bytes.get(at) == '\r'
        && bytes.get(at + 1) == '\n'
        && bytes.get(at + 2) == '\r'
        && bytes.get(at + 3) == '\n';
  }

  /** Returns what the client has sent beyond its request. */
  ByteBuffer rest() {
    return bytes;
  }

  private void require(int count) throws IOException {
    while (bytes.remaining() < count) {
      more();
    }
  }

  private void more() throws IOException {
    int from = bytes.position();
    if (bytes.limit() == MOST_BYTES) {
      throw new MalformedRequestException("the request has more than " + MOST_BYTES + " bytes");
    }
    bytes.position(bytes.limit()).limit(MOST_BYTES);
    int read = channel.read(bytes);
    bytes.flip().position(from);
    if (read < 0) {
      throw new MalformedRequestException("the request ends early");
    }
  }
}
