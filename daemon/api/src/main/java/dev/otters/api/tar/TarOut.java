package dev.otters.api.tar;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes a tar in GNU's format, whose names are plain bytes. All entries belong to root. */
public final class TarOut {
  static final int BLOCK = 512;
  static final int NAME = 100;
  static final int LARGE = 0x80;
  static final long LARGEST_OCTAL = (1L << 33) - 1;
  static final int CHUNK = 1 << 16;

  private final OutputStream out;
  private final byte[] buffer = new byte[CHUNK];

  /** Starts a tar; the stream stays open. */
  public TarOut(OutputStream out) {
    this.out = out;
  }

  /** Adds an entry without content. */
  public void add(TarEntry entry) throws IOException {
    longText('L', entry.name());
    longText('K', entry.target());
    header(entry, entry.kind().type());
  }

  /** The content of a file, which may fail or end early. */
  @FunctionalInterface
  public interface Content {
    /** Reads like {@link InputStream#read(byte[], int, int)}; returns -1 at the end. */
    int read(byte[] bytes, int offset, int length) throws IOException;
  }

  /**
   * Adds a file. It gets exactly its size: further content is left out, and zeros replace what is
   * missing.
   *
   * @return whether the content had that size
   * @throws IOException also when the content cannot be read
   */
  public boolean add(TarEntry entry, Content content) throws IOException {
    add(entry);
    long left = entry.size();
    boolean ended = false;
    while (left > 0 && !ended) {
      int read = content.read(buffer, 0, (int) Math.min(left, CHUNK));
      ended = read < 0;
      out.write(buffer, 0, Math.max(read, 0));
      left -= Math.max(read, 0);
    }
    zeros(left);
    pad(entry.size());
    return !ended && content.read(buffer, 0, 1) < 0;
  }

  /** Writes the end of the tar. */
  public void finish() throws IOException {
    zeros(2L * BLOCK);
    out.flush();
  }

  private void zeros(long count) throws IOException {
    byte[] zeros = new byte[(int) Math.min(count, CHUNK)];
    for (long left = count; left > 0; left -= zeros.length) {
      out.write(zeros, 0, (int) Math.min(left, zeros.length));
    }
  }

  private void pad(long size) throws IOException {
    zeros(-size & (BLOCK - 1));
  }

  private void longText(char type, String text) throws IOException {
    if (text.length() <= NAME) {
      return;
    }
    byte[] bytes = (text + "\0").getBytes(StandardCharsets.ISO_8859_1);
    header(new TarEntry(TarEntry.Kind.OTHER, "././@LongLink", "", bytes.length, 0644, 0), type);
    out.write(bytes);
    pad(bytes.length);
  }

  private void header(TarEntry entry, char type) throws IOException {
    byte[] block = new byte[BLOCK];
    put(block, 0, entry.name(), NAME);
    put(block, 100, octal("%07o", entry.mode()), 7);
    put(block, 108, octal("%07o", 0), 7);
    put(block, 116, octal("%07o", 0), 7);
    size(block, entry.size());
    put(block, 136, octal("%011o", Math.clamp(entry.modified(), 0, LARGEST_OCTAL)), 11);
    put(block, 148, " ".repeat(8), 8);
    block[156] = (byte) type;
    put(block, 157, entry.target(), NAME);
    put(block, 257, "ustar  ", 7);
    int sum = 0;
    for (byte b : block) {
      sum += b & 0xff;
    }
    put(block, 148, octal("%06o", sum) + "\0", 7);
    out.write(block);
  }

  private static void size(byte[] block, long size) {
    put(block, 124, octal("%011o", Math.min(size, LARGEST_OCTAL)), 11);
    if (size > LARGEST_OCTAL) {
      block[124] = (byte) LARGE;
      for (int i = 0; i < 11; i++) {
        block[135 - i] = i < Long.BYTES ? (byte) (size >> (8 * i)) : 0;
      }
    }
  }

  private static String octal(String format, long number) {
    return String.format(Locale.ROOT, format, number);
  }

  private static void put(byte[] block, int at, String text, int most) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, block, at, Math.min(bytes.length, most));
  }
}
