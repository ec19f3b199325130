package dev.otters.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** The body of a response: of known length, chunked, or ended by the end of the connection. */
final class HttpAnswerBody extends InputStream {
  private static final int LARGEST_CHUNK_LINE = 4096;
  private static final int MOST_TRAILERS = 200;
  private static final long UNTIL_CLOSED = Long.MAX_VALUE;

  private final HttpConnection connection;
  private final boolean chunked;
  private final boolean untilClosed;
  private final boolean reusable;
  private long left;
  private boolean ended;
  private boolean firstChunk = true;

  private HttpAnswerBody(HttpConnection connection, boolean chunked, long left, boolean reusable) {
    this.connection = connection;
    this.chunked = chunked;
    this.untilClosed = left == UNTIL_CLOSED;
    this.left = left;
    this.reusable = reusable && !untilClosed;
  }

  static HttpAnswerBody ofLength(HttpConnection connection, long length, boolean reusable) {
    HttpAnswerBody body = new HttpAnswerBody(connection, false, length, reusable);
    if (length == 0) {
      body.end();
    }
    return body;
  }

  static HttpAnswerBody chunked(HttpConnection connection, boolean reusable) {
    return new HttpAnswerBody(connection, true, 0, reusable);
  }

  static HttpAnswerBody untilClosed(HttpConnection connection) {
    return new HttpAnswerBody(connection, false, UNTIL_CLOSED, false);
  }

  void patience(Duration longest) throws IOException {
    if (!ended) {
      connection.patience(longest);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (chunked && left == 0 && !ended) {
      nextChunk();
    }
    if (ended) {
      return -1;
    }
    int read = connection.read(target, offset, (int) Math.min(length, left));
    if (read < 0) {
      connection.close();
      ended = true;
      if (untilClosed) {
        return -1;
      }
      throw new EOFException("the connection closed in the middle of the response");
    }
    left -= untilClosed ? 0 : read;
    if (left == 0 && !chunked) {
      end();
    }
    return read;
  }

  /** Keeps the connection if the rest of the body is already here; closes it otherwise. */
  @Override
  public void close() {
    if (ended) {
      return;
    }
    try {
      while (reusable && !ended && connection.hasBuffered()) {
        int unused = read(new byte[512], 0, 512);
      }
    } catch (IOException broken) {
      ended = true;
    }
    if (!ended) {
      ended = true;
    } else if (connection.isOpen()) {
      return;
    }
    connection.close();
  }

  private void nextChunk() throws IOException {
    if (!firstChunk) {
      connection.readLine(LARGEST_CHUNK_LINE);
    }
    firstChunk = false;
    String line = connection.readLine(LARGEST_CHUNK_LINE);
    String size = line.split(";", 2)[0].strip();
    if (!size.matches("[0-9a-fA-F]{1,15}")) {
      connection.close();
      throw new IOException("the response has an invalid chunk");
    }
    left = Long.parseLong(size, 16);
    if (left == 0) {
      trailers();
      end();
    }
  }

  private void trailers() throws IOException {
    for (int i = 0; !connection.readLine(LARGEST_CHUNK_LINE).isEmpty(); i++) {
      if (i == MOST_TRAILERS) {
        connection.close();
        throw new IOException("the response has too many trailers");
      }
    }
  }

  private void end() {
    ended = true;
    if (reusable) {
      connection.release();
    } else {
      connection.close();
    }
  }
}
