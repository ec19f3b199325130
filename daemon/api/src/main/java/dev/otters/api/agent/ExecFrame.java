package dev.otters.api.agent;

import dev.otters.api.Json;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One message of a running program's streams: its kind as one letter, the length as four bytes, and
 * the content.
 *
 * <p>The body of the request begins with {@link Kind#START} and continues with input and sizes. The
 * body of the answer has output and ends with {@link Kind#EXIT} or {@link Kind#PROBLEM}.
 */
public final class ExecFrame {
  /** The content type of both bodies. */
  public static final String MEDIA_TYPE = "application/vnd.otters.exec";

  /** The largest content of {@link Kind#START} and {@link Kind#PROBLEM} in bytes. */
  public static final int MOST = 1 << 20;

  /** The largest content of other messages in bytes. */
  private static final int MOST_DATA = 1 << 16;

  /** The kind of a message. */
  public enum Kind {
    /** An {@link ExecRequest} as JSON. */
    START('r'),
    /** Input of the program. Empty input ends it. */
    INPUT('i'),
    /** The size of the terminal: rows and columns, each as two bytes. */
    SIZE('w'),
    /** Output of the program or its terminal. */
    OUTPUT('o'),
    /** Error output of the program. */
    ERROR('e'),
    /** The exit code as four bytes. */
    EXIT('x'),
    /** A {@link dev.otters.api.Problem} as JSON. */
    PROBLEM('p');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    private int most() {
      return this == START || this == PROBLEM ? MOST : MOST_DATA;
    }
  }

  private final Kind kind;
  private final byte[] content;

  /** Creates a message, to which the content belongs from now on. */
  public ExecFrame(Kind kind, byte[] content) {
    this.kind = kind;
    this.content = content;
  }

  /** Returns what the content is. */
  public Kind kind() {
    return kind;
  }

  /** Returns the content itself, not a copy. */
  public byte[] content() {
    return content;
  }

  /** Returns a message with JSON. */
  public static ExecFrame json(Kind kind, Object value) {
    return new ExecFrame(kind, Json.write(value).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a message with a part of an array. */
  public static ExecFrame of(Kind kind, byte[] bytes, int offset, int length) {
    byte[] content = new byte[length];
    System.arraycopy(bytes, offset, content, 0, length);
    return new ExecFrame(kind, content);
  }

  /** Returns the size of a terminal. */
  public static ExecFrame size(int rows, int columns) {
    byte[] content =
        ByteBuffer.allocate(4).putShort((short) rows).putShort((short) columns).array();
    return new ExecFrame(Kind.SIZE, content);
  }

  /** Returns an exit code. */
  public static ExecFrame exit(int code) {
    return new ExecFrame(Kind.EXIT, ByteBuffer.allocate(4).putInt(code).array());
  }

  /**
   * Reads a message; empty at the end.
   *
   * @throws IOException when the stream breaks or has no such message
   */
  public static Optional<ExecFrame> read(DataInputStream in) throws IOException {
    int letter = in.read();
    if (letter < 0) {
      return Optional.empty();
    }
    int length = in.readInt();
    for (Kind kind : Kind.values()) {
      if (kind.letter == letter && length >= 0 && length <= kind.most()) {
        byte[] content = new byte[length];
        in.readFully(content);
        return Optional.of(new ExecFrame(kind, content));
      }
    }
    throw new IOException("not a message of a program's streams");
  }

  /** Writes the message and flushes. */
  public void write(DataOutputStream out) throws IOException {
    byte[] all =
        ByteBuffer.allocate(content.length + 5)
            .put((byte) kind.letter)
            .putInt(content.length)
            .put(content)
            .array();
    out.write(all);
    out.flush();
  }

  /** Returns the content as numbers. */
  public ByteBuffer numbers() {
    return ByteBuffer.wrap(content);
  }

  /** Returns the content as text. */
  public String text() {
    return new String(content, StandardCharsets.UTF_8);
  }
}
