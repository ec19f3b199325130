package dev.otters.api.tar;

import dev.otters.api.tar.TarEntry.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads a tar from anybody, in the formats ustar, pax and GNU, and writes no files. Holds only the
 * current header in memory. Every method throws {@link IOException} when the tar is damaged or ends
 * early.
 */
public final class TarIn {
  private static final int LARGEST_TEXT = 64 << 10;
  private static final int MODE = 0777;

  private final InputStream in;
  private final byte[] buffer = new byte[TarOut.CHUNK];
  private long left;
  private int padding;
  private String longName = "";
  private String longTarget = "";
  private long longSize = -1;

  /** Starts to read a tar that is not compressed; the stream stays open. */
  public TarIn(InputStream in) {
    this.in = in;
  }

  /** Moves to the next entry and skips unread content. Reads the stream to its end at the end. */
  public Optional<TarEntry> next() throws IOException {
    longName = "";
    longTarget = "";
    longSize = -1;
    while (true) {
      skip(left + padding);
      byte[] block = exactly(TarOut.BLOCK);
      if (isEmpty(block)) {
        in.transferTo(OutputStream.nullOutputStream());
        return Optional.empty();
      }
      check(block);
      char type = (char) (block[156] & 0xff);
      begin(number(block, 124, 12));
      switch (type) {
        case 'L' -> longName = untilNul(text());
        case 'K' -> longTarget = untilNul(text());
        case 'x' -> attributes(text());
        case 'g' -> {}
        default -> {
          return Optional.of(entry(type, block));
        }
      }
    }
  }

  /** Reads the content of the current file; returns -1 at its end. */
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int read = in.read(bytes, offset, (int) Math.min(left, length));
    if (read < 0) {
      throw new EOFException("the tar ends early");
    }
    left -= read;
    return read;
  }

  /** Writes what is left of the content of the current file. */
  public void copyTo(OutputStream out) throws IOException {
    for (int n = read(buffer, 0, buffer.length); n >= 0; n = read(buffer, 0, buffer.length)) {
      out.write(buffer, 0, n);
    }
  }

  private TarEntry entry(char type, byte[] block) throws IOException {
    String name = longName.isEmpty() ? name(block) : longName;
    Kind kind =
        switch (type) {
          case '0', '\0', '7' -> name.endsWith("/") ? Kind.FOLDER : Kind.FILE;
          case '1' -> Kind.HARD_LINK;
          case '2' -> Kind.LINK;
          case '5' -> Kind.FOLDER;
          case 'S' -> throw new IOException("the tar contains a sparse file: pack it as a whole");
          default -> Kind.OTHER;
        };
    boolean isLink = kind == Kind.LINK || kind == Kind.HARD_LINK;
    String target = longTarget.isEmpty() ? field(block, 157, TarOut.NAME) : longTarget;
    if (isLink) {
      begin(0);
    } else if (longSize >= 0) {
      begin(longSize);
    }
    return new TarEntry(
        kind,
        name,
        isLink ? target : "",
        kind == Kind.FILE ? left : 0,
        (int) number(block, 100, 8) & MODE,
        Math.clamp(number(block, 136, 12), 0, TarOut.LARGEST_OCTAL));
  }

  private void begin(long size) throws IOException {
    if (size < 0) {
      throw new IOException("the tar is damaged: a size is negative");
    }
    left = size;
    padding = (int) (-size & (TarOut.BLOCK - 1));
  }

  private static String name(byte[] block) {
    String name = field(block, 0, TarOut.NAME);
    String prefix = field(block, 257, 8).equals("ustar") ? field(block, 345, 155) : "";
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  /** Reads the content of a header that names the next entry. */
  private String text() throws IOException {
    if (left > LARGEST_TEXT) {
      throw new IOException("the tar is damaged: an entry's header is too large");
    }
    byte[] bytes = exactly((int) left);
    left = 0;
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Reads records of the form {@code LENGTH KEY=VALUE\n}. */
  private void attributes(String text) throws IOException {
    for (int at = 0; at < text.length(); ) {
      int space = text.indexOf(' ', at);
      int equals = text.indexOf('=', at);
      int length = space < 0 ? 0 : (int) parsed(text.substring(at, space), 10);
      int end = at + length;
      if (length <= 0 || end > text.length() || equals < space || equals >= end) {
        throw new IOException("the tar is damaged: its attributes cannot be read");
      }
      String value = text.substring(equals + 1, end - 1);
      switch (text.substring(space + 1, equals)) {
        case "path" -> longName = value;
        case "linkpath" -> longTarget = value;
        case "size" -> longSize = parsed(value, 10);
        case "GNU.sparse.major", "GNU.sparse.map", "GNU.sparse.size" ->
            throw new IOException("the tar contains a sparse file: pack it as a whole");
        default -> {}
      }
      at = end;
    }
  }

  private static void check(byte[] block) throws IOException {
    int sum = 8 * ' ';
    for (int i = 0; i < block.length; i++) {
      sum += i >= 148 && i < 156 ? 0 : block[i] & 0xff;
    }
    if (sum != number(block, 148, 8)) {
      throw new IOException("the input is not a tar, or it is damaged");
    }
  }

  private static long number(byte[] block, int at, int length) throws IOException {
    if ((block[at] & TarOut.LARGE) == 0) {
      String digits = field(block, at, length).strip();
      return digits.isEmpty() ? 0 : parsed(digits, 8);
    }
    long number = 0;
    for (int i = Math.max(1, length - Long.BYTES); i < length; i++) {
      number = number << Byte.SIZE | (block[at + i] & 0xff);
    }
    return number;
  }

  private static long parsed(String digits, int radix) throws IOException {
    try {
      return Long.parseLong(digits, radix);
    } catch (NumberFormatException e) {
      throw new IOException("the input is not a tar, or it is damaged", e);
    }
  }

  private static String field(byte[] block, int at, int length) {
    return untilNul(new String(block, at, length, StandardCharsets.ISO_8859_1));
  }

  private static String untilNul(String text) {
    int nul = text.indexOf('\0');
    return nul < 0 ? text : text.substring(0, nul);
  }

  private static boolean isEmpty(byte[] block) {
    for (byte b : block) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  private void skip(long count) throws IOException {
    try {
      in.skipNBytes(count);
    } catch (EOFException e) {
      throw new EOFException("the tar ends early");
    }
  }

  private byte[] exactly(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("the tar ends early");
    }
    return bytes;
  }
}
