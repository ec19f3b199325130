package dev.otters.sessions.trace;

import dev.otters.home.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compresses texts, behind a byte that says whether it made them shorter. */
final class Packed {
  private static final byte PLAIN = 0;
  private static final byte DEFLATED = 1;

  /** A shorter text gains less than its compression costs. */
  private static final int SHORT = 128;

  private static final int PART = 8 * 1024;

  private Packed() {}

  static byte[] of(byte[] plain) {
    byte[] packed = new byte[plain.length + 1];
    int length = plain.length < SHORT ? 0 : deflate(plain, packed);
    if (length > 0) {
      packed[0] = DEFLATED;
      return Arrays.copyOf(packed, length + 1);
    }
    packed[0] = PLAIN;
    System.arraycopy(plain, 0, packed, 1, plain.length);
    return packed;
  }

  /** Returns the length of the compressed bytes; 0 if they are not shorter. */
  private static int deflate(byte[] plain, byte[] packed) {
    try (Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
      deflater.setInput(plain);
      deflater.finish();
      int length = deflater.deflate(packed, 1, plain.length);
      return deflater.finished() ? length : 0;
    }
  }

  /**
   * Returns what was packed.
   *
   * @throws StoreException if the bytes are damaged
   */
  static byte[] open(byte[] packed) {
    if (packed.length == 0 || packed[0] == PLAIN) {
      return Arrays.copyOfRange(packed, Math.min(1, packed.length), packed.length);
    }
    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(packed, 1, packed.length - 1);
      ByteArrayOutputStream plain = new ByteArrayOutputStream();
      byte[] part = new byte[PART];
      for (int read; (read = inflater.inflate(part)) > 0; ) {
        plain.write(part, 0, read);
      }
      return plain.toByteArray();
    } catch (DataFormatException e) {
      throw StoreException.unknown("text of a trace", String.valueOf(e.getMessage()));
    }
  }
}
