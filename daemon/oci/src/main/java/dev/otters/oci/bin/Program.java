package dev.otters.oci.bin;

import dev.otters.oci.Platform;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The header of an ELF program.
 *
 * @param machine the ELF number of its processor
 * @param loader the absolute path of its dynamic loader; empty for a static program, or if the
 *     header does not contain it
 */
public record Program(int machine, String loader) {
  /** The number of bytes of a file that are read. */
  public static final int START = 64 << 10;

  private static final int MAGIC = 0x7f454c46;
  private static final int INTERPRETER = 3;
  private static final int LONGEST_PATH = 4096;
  private static final Map<Integer, String> MACHINES =
      Map.of(3, "386", 21, "ppc64le", 22, "s390x", 40, "arm", 62, "amd64", 183, "arm64");

  /** Parses the first bytes of a file; empty if it is not an ELF program. */
  static Optional<Program> of(byte[] start) {
    ByteBuffer file = ByteBuffer.wrap(start);
    try {
      if (file.getInt(0) != MAGIC) {
        return Optional.empty();
      }
      file.order(file.get(5) == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      return Optional.of(new Program(Short.toUnsignedInt(file.getShort(0x12)), loader(file)));
    } catch (IndexOutOfBoundsException | BufferUnderflowException _) {
      return Optional.empty();
    }
  }

  /** Returns the architecture of the program if it is known and differs from {@code wanted}. */
  Optional<String> otherThan(Platform platform) {
    return MACHINES.containsValue(platform.architecture())
        ? Optional.ofNullable(MACHINES.get(machine))
            .filter(made -> !made.equals(platform.architecture()))
        : Optional.empty();
  }

  private static String loader(ByteBuffer file) {
    boolean wide = file.get(4) == 2;
    long headers = wide ? file.getLong(0x20) : Integer.toUnsignedLong(file.getInt(0x1c));
    int size = Short.toUnsignedInt(file.getShort(wide ? 0x36 : 0x2a));
    int count = Short.toUnsignedInt(file.getShort(wide ? 0x38 : 0x2c));
    for (long at = headers; count > 0 && at >= 0 && at <= file.limit() - size; at += size) {
      int header = (int) at;
      count--;
      if (file.getInt(header) == INTERPRETER) {
        long from = wide ? file.getLong(header + 8) : file.getInt(header + 4);
        long length = wide ? file.getLong(header + 0x20) : file.getInt(header + 0x10);
        return path(file, from, length);
      }
    }
    return "";
  }

  private static String path(ByteBuffer file, long from, long length) {
    if (from < 0 || length < 2 || length > LONGEST_PATH || from > file.limit() - length) {
      return "";
    }
    byte[] path = new byte[(int) length - 1];
    file.get((int) from, path);
    String text = new String(path, StandardCharsets.UTF_8);
    int end = text.indexOf('\0');
    return text.startsWith("/") ? text.substring(0, end < 0 ? text.length() : end) : "";
  }
}
