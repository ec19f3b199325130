package dev.otters.oci.tar;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** How content is compressed, which its first bytes say; media types are not believed. */
public enum Compression {
  NONE,
  GZIP,
  ZSTD;

  private static final int BUFFER = 1 << 16;

  /** What programs decompress unless they are told to take more: memory of 128 MiB. */
  private static final int LARGEST_WINDOW_LOG = 27;

  private static final int GZIP_MAGIC = 0x1f8b;
  private static final int ZSTD_FRAME = 0x28b52ffd;

  /** Frames that hold no content, which may come first: 5x 2a 4d 18. */
  private static final int ZSTD_SKIPPED = 0x502a4d18;

  /** Tells how the content of a stream is compressed, which stays where it is. */
  public static Compression of(BufferedInputStream in) throws IOException {
    in.mark(Integer.BYTES);
    byte[] start = in.readNBytes(Integer.BYTES);
    in.reset();
    int magic = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      magic = magic << 8 | (i < start.length ? start[i] & 0xff : 0);
    }
    if (magic >>> 16 == GZIP_MAGIC) {
      return GZIP;
    }
    return magic == ZSTD_FRAME || (magic & 0xf0ffffff) == ZSTD_SKIPPED ? ZSTD : NONE;
  }

  /**
   * Returns what content was before it was compressed; closing it closes {@code in}, and must be
   * done: zstd has memory that is not the JVM's.
   *
   * @throws IOException when {@code in} does, or it does not begin as such content does
   */
  public static InputStream unpacked(InputStream in) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
    return switch (of(buffered)) {
      case NONE -> buffered;
      case GZIP -> new GZIPInputStream(buffered, BUFFER);
      case ZSTD -> zstd(buffered);
    };
  }

  private static InputStream zstd(InputStream in) throws IOException {
    try {
      return new ZstdInputStreamNoFinalizer(in).setLongMax(LARGEST_WINDOW_LOG);
    } catch (LinkageError e) {
      throw new OciException(
          Reason.INVALID_IMAGE,
          "what is compressed with zstd cannot be read on this machine: " + e.getMessage(),
          "Let the daemon run programs from "
              + System.getProperty("java.io.tmpdir")
              + ", or start it with OTTERSD_JAVA_OPTS=-Djava.io.tmpdir=FOLDER.",
          e);
    }
  }
}
