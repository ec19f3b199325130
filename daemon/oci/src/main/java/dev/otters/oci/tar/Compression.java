package dev.otters.oci.tar;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** The compression of content, detected from its first bytes. Media types are not trusted. */
public enum Compression {
  NONE,
  GZIP,
  ZSTD;

  private static final int BUFFER = 1 << 16;

  /** The default limit of the zstd tools: a window of 128 MiB. */
  private static final int LARGEST_WINDOW_LOG = 27;

  private static final int GZIP_MAGIC = 0x1f8b;
  private static final int ZSTD_FRAME = 0x28b52ffd;

  /** Skippable frames, which may come first: 5x 2a 4d 18. */
  private static final int ZSTD_SKIPPED = 0x502a4d18;

  /** Detects the compression of a stream without consuming it. */
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
   * Returns the decompressed content. The caller must close it, which closes {@code in}: zstd uses
   * native memory.
   *
   * @throws IOException if {@code in} fails or its header is damaged
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
          "zstd is not available on this machine: " + e.getMessage(),
          "Allow the daemon to run programs from "
              + System.getProperty("java.io.tmpdir")
              + ", or start it with OTTERSD_JAVA_OPTS=-Djava.io.tmpdir=FOLDER.",
          e);
    }
  }
}
