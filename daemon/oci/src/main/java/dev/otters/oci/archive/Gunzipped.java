package dev.otters.oci.archive;

import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Decompresses a gzipped file, names the file in errors, and refuses decompression bombs. Closing
 * it has no effect.
 */
final class Gunzipped extends FilterInputStream {
  private static final int BUFFER = 1 << 16;

  /** Typical layers shrink to a fifth; zeros shrink to a thousandth. */
  private static final long MOST_GROWTH = 200;

  private static final long ALWAYS_ALLOWED = 256L << 20;

  private final Counted packed;
  private final String what;
  private long count;

  private Gunzipped(InputStream plain, Counted packed, String what) {
    super(plain);
    this.packed = packed;
    this.what = what;
  }

  static Gunzipped of(InputStream in, String what) {
    Counted packed = new Counted(in);
    try {
      return new Gunzipped(new GZIPInputStream(packed, BUFFER), packed, what);
    } catch (IOException e) {
      throw damaged(what, e);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    try {
      int n = super.read(buffer, offset, length);
      count += Math.max(n, 0);
      if (count > ALWAYS_ALLOWED && count / MOST_GROWTH > packed.count) {
        throw bomb();
      }
      return n;
    } catch (IOException e) {
      throw damaged(what, e);
    }
  }

  @Override
  public void close() {}

  private static OciException damaged(String what, IOException e) {
    String why = e instanceof EOFException ? "it ends in the middle" : e.getMessage();
    return new OciException(
        Reason.INVALID_IMAGE, what + " is damaged: " + why, "Save it again.", e);
  }

  private OciException bomb() {
    return new OciException(
            Reason.INVALID_IMAGE,
            what + " grows to more than " + MOST_GROWTH + " times its size when it is unpacked",
            "Decompress it before loading, if you trust it.")
        .with(new Fix(Operation.LOAD_UNPACKED, "gzip -dc"));
  }

  /** Counts the bytes read of the compressed file. */
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      count += b < 0 ? 0 : 1;
      return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int n = super.read(buffer, offset, length);
      count += Math.max(n, 0);
      return n;
    }
  }
}
