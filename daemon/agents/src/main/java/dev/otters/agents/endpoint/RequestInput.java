package dev.otters.agents.endpoint;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/** The bytes that a program sends: the head and the body of one request. */
final class RequestInput {
  /** The greatest length of a head, and of the lines between and after chunks. */
  static final int MOST_HEAD = 64 << 10;

  /** The greatest length of a body in chunks, whose memory cannot be reserved. */
  static final int MOST_CHUNKS = 1 << 20;

  private static final int LONGEST_SIZE = 7;

  private final ReadableByteChannel channel;
  private final ByteBuffer bytes = ByteBuffer.allocate(16 << 10).flip();

  RequestInput(ReadableByteChannel channel) {
    this.channel = channel;
  }

  /**
   * Reads up to an empty line.
   *
   * @throws EOFException if the client ends before
   */
  RequestHead head() throws IOException, EndpointProblem {
    StringBuilder head = new StringBuilder();
    String line = line(MOST_HEAD);
    while (!line.isEmpty()) {
      head.append(head.isEmpty() ? "" : "\r\n").append(line);
      line = line(MOST_HEAD - head.length());
    }
    return RequestHead.read(head.toString());
  }

  /** Reads a line without its end. */
  private String line(int most) throws IOException, EndpointProblem {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int value = next();
    while (value != '\r') {
      if (value == '\n' || line.size() >= most) {
        throw value == '\n'
            ? EndpointProblem.invalid("a line of the request does not end with CR LF")
            : RequestHead.tooLarge("the head has more than " + (MOST_HEAD >> 10) + " KiB");
      }
      line.write(value);
      value = next();
    }
    if (next() != '\n') {
      throw EndpointProblem.invalid("a line of the request does not end with CR LF");
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  private int next() throws IOException {
    more();
    return bytes.get() & 0xff;
  }

  private void more() throws IOException {
    if (!bytes.hasRemaining()) {
      int read = channel.read(bytes.clear());
      bytes.flip();
      if (read < 0) {
        throw new EOFException("the request ends early");
      }
    }
  }

  /** Reads a body of a known length. */
  byte[] body(int length) throws IOException {
    byte[] body = new byte[length];
    read(body, length);
    return body;
  }

  private void read(byte[] target, int length) throws IOException {
    for (int at = 0; at < length; ) {
      more();
      int part = Math.min(length - at, bytes.remaining());
      bytes.get(target, at, part);
      at += part;
    }
  }

  /** Reads a body in chunks (RFC 9112, section 7.1). */
  byte[] chunks() throws IOException, EndpointProblem {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int lines = MOST_HEAD;
    while (true) {
      String line = line(lines);
      lines -= line.length() + 2;
      int size = size(line);
      if (size == 0) {
        break;
      }
      if (size > MOST_CHUNKS - body.size()) {
        throw RequestHead.tooLarge(
            "a body without a Content-Length may have " + (MOST_CHUNKS >> 20) + " MiB");
      }
      byte[] chunk = body(size);
      body.write(chunk);
      if (!line(0).isEmpty()) {
        throw EndpointProblem.invalid("a chunk does not end where it says");
      }
    }
    String trailer = line(lines);
    while (!trailer.isEmpty()) {
      lines -= trailer.length() + 2;
      trailer = line(lines);
    }
    return body.toByteArray();
  }

  private static int size(String line) throws EndpointProblem {
    String digits = line.replaceFirst("[ \t]*(;.*)?$", "");
    if (!digits.matches("[0-9a-fA-F]{1," + LONGEST_SIZE + "}")) {
      throw EndpointProblem.invalid("a chunk has no valid size");
    }
    return Integer.parseInt(digits, 16);
  }
}
