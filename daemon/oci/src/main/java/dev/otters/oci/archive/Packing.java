package dev.otters.oci.archive;

import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarUtils;

/**
 * The format of a loaded file, detected from its first bytes: a tar or JSON, plain or gzipped.
 *
 * @param content the decompressed content; closing it has no effect
 * @param isJson true for JSON, false for a tar
 */
record Packing(BufferedInputStream content, boolean isJson) {
  private static final int BUFFER = 1 << 16;
  private static final int BLOCK = 512;
  private static final String GZIP = "1f8b";
  private static final Fix SAVE = new Fix(Operation.SAVE);

  /** Unsupported formats by their first bytes, in hexadecimal. */
  private static final Map<String, Other> OTHERS =
      Map.of(
          "425a68", new Other("bzip2", "bzip2 -dc"),
          "fd377a585a00", new Other("xz", "xz -dc"),
          "28b52ffd", new Other("zstd", "zstd -dc"),
          "504b0304", new Other("zip", "unzip -p"));

  private record Other(String name, String unpacker) {}

  /**
   * Detects the format of a file without consuming it.
   *
   * @param what names the file in errors
   * @throws OciException INVALID_IMAGE if it is neither
   */
  static Packing of(InputStream in, String what) throws IOException {
    BufferedInputStream packed = new BufferedInputStream(in, BUFFER);
    String magic = HexFormat.of().formatHex(start(packed, 6));
    BufferedInputStream plain =
        magic.startsWith(GZIP)
            ? new BufferedInputStream(Gunzipped.of(packed, what), BUFFER)
            : packed;
    byte[] block = start(plain, BLOCK);
    if (block.length > 0 && block[0] == '{') {
      return new Packing(plain, true);
    }
    if (block.length == 0) {
      throw invalid(what, "is empty", "Save the images again.", SAVE);
    }
    if (block.length == BLOCK && isTar(block)) {
      return new Packing(plain, false);
    }
    throw unknown(magic, what);
  }

  private static boolean isTar(byte[] block) {
    try {
      return TarUtils.verifyCheckSum(block);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static byte[] start(BufferedInputStream in, int length) throws IOException {
    in.mark(length);
    byte[] bytes = in.readNBytes(length);
    in.reset();
    return bytes;
  }

  private static OciException unknown(String magic, String what) {
    for (Map.Entry<String, Other> other : OTHERS.entrySet()) {
      if (magic.startsWith(other.getKey())) {
        return invalid(
            what,
            "is compressed with " + other.getValue().name() + ", but only gzip is supported",
            "Decompress it before loading.",
            new Fix(Operation.LOAD_UNPACKED, other.getValue().unpacker()));
      }
    }
    return invalid(what, "is not a tar, plain or gzipped", "Save the images again.", SAVE);
  }

  private static OciException invalid(String what, String why, String remedy, Fix fix) {
    return new OciException(Reason.INVALID_IMAGE, what + " " + why, remedy).with(fix);
  }
}
