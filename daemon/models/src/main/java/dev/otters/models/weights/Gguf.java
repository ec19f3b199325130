package dev.otters.models.weights;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The head of a GGUF file. The file is not trusted: every length has a limit, and only short texts
 * and numbers are kept.
 *
 * @param architecture the architecture, such as {@code llama} or {@code qwen2}
 * @param contextSize the context in tokens; empty if the file does not contain it
 * @param licence the licence; empty if the file does not contain it
 * @param bytes the least size of the file, so that it contains all tensors
 * @see <a href="https://github.com/ggml-org/ggml/blob/master/docs/gguf.md">GGUF</a>
 */
record Gguf(
    int version,
    String architecture,
    Optional<Integer> contextSize,
    Optional<String> licence,
    long bytes) {
  /** The first bytes of every GGUF file. */
  static final String MAGIC = "GGUF";

  private static final long MOST_PAIRS = 10_000;
  private static final int LONGEST_TEXT = 1 << 20;
  private static final long MOST_BYTES = 64L << 20;
  private static final int KEPT_TEXT = 256;
  private static final int MOST_DIMENSIONS = 8;

  private static final int UINT32 = 4;
  private static final int INT32 = 5;
  private static final int STRING = 8;
  private static final int ARRAY = 9;
  private static final int UINT64 = 10;
  private static final int INT64 = 11;

  /**
   * Reads the head of a file.
   *
   * @throws InvalidGguf if the file is not a usable GGUF file
   */
  static Gguf read(Path file) throws IOException, InvalidGguf {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in);
    }
  }

  static Gguf read(InputStream in) throws IOException, InvalidGguf {
    try {
      return new Reader(new BufferedInputStream(in, 1 << 16)).read();
    } catch (EOFException e) {
      throw new InvalidGguf("it ends in the middle of its head");
    } catch (ArithmeticException e) {
      throw new InvalidGguf("it has a tensor that is larger than any file");
    }
  }

  /** The reason why a file is not a usable GGUF file. */
  static final class InvalidGguf extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidGguf(String message) {
      super(message);
    }
  }

  private static final class Reader {
    private final InputStream in;
    private final Map<String, String> values = new HashMap<>();
    private long left = MOST_BYTES;

    Reader(InputStream in) {
      this.in = in;
    }

    Gguf read() throws IOException, InvalidGguf {
      if (!MAGIC.equals(new String(bytes(4), StandardCharsets.ISO_8859_1))) {
        throw new InvalidGguf("it does not start with " + MAGIC);
      }
      int version = integer();
      if (version != 2 && version != 3) {
        throw new InvalidGguf("its version is " + version + "; versions 2 and 3 are supported");
      }
      long tensors = count("tensors", 1_000_000);
      if (tensors == 0) {
        throw new InvalidGguf("it contains no tensors");
      }
      long pairs = count("pairs", MOST_PAIRS);
      for (long i = 0; i < pairs; i++) {
        pair();
      }
      String architecture = values.get("general.architecture");
      if (architecture == null) {
        throw new InvalidGguf("it does not name its architecture");
      }
      long bytes = bytes(tensors);
      return new Gguf(
          version,
          architecture,
          Optional.ofNullable(values.get(architecture + ".context_length")).flatMap(Reader::size),
          Optional.ofNullable(values.get("general.license")),
          bytes);
    }

    private long bytes(long tensors) throws IOException, InvalidGguf {
      TensorTable table = new TensorTable();
      for (long i = 0; i < tensors; i++) {
        skip(length());
        long elements = elements();
        table.add(elements, integer(), number());
      }
      long alignment = size(values.getOrDefault("general.alignment", "0")).orElse(0);
      return table.fileSize(MOST_BYTES - left, alignment);
    }

    private long elements() throws IOException, InvalidGguf {
      int dimensions = integer();
      if (dimensions < 1 || dimensions > MOST_DIMENSIONS) {
        throw new InvalidGguf(
            "it has a tensor of " + Integer.toUnsignedString(dimensions) + " dimensions");
      }
      long elements = 1;
      for (int i = 0; i < dimensions; i++) {
        elements = Math.multiplyExact(elements, count("elements in a row", 1L << 40));
      }
      return elements;
    }

    private static Optional<Integer> size(String text) {
      long value = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
      return value > 0 && value <= Integer.MAX_VALUE ? Optional.of((int) value) : Optional.empty();
    }

    private void pair() throws IOException, InvalidGguf {
      String key = text();
      int type = integer();
      switch (type) {
        case STRING -> keep(key, text());
        case UINT32, INT32 -> keep(key, String.valueOf(Integer.toUnsignedLong(integer())));
        case UINT64, INT64 -> keep(key, String.valueOf(number()));
        case ARRAY -> array();
        default -> skip(width(type));
      }
    }

    private void keep(String key, String value) {
      boolean wanted = key.startsWith("general.") || key.endsWith(".context_length");
      boolean plain = value.chars().noneMatch(Character::isISOControl);
      if (wanted && plain && value.length() <= KEPT_TEXT) {
        values.put(key, value);
      }
    }

    private void array() throws IOException, InvalidGguf {
      int type = integer();
      long length = count("elements", MOST_BYTES);
      if (type == ARRAY) {
        throw new InvalidGguf("it contains arrays of arrays");
      }
      if (type != STRING) {
        skip(length * width(type));
        return;
      }
      for (long i = 0; i < length; i++) {
        skip(length());
      }
    }

    private String text() throws IOException, InvalidGguf {
      return new String(bytes((int) length()), StandardCharsets.UTF_8);
    }

    private long length() throws IOException, InvalidGguf {
      return count("bytes of a text", LONGEST_TEXT);
    }

    private long count(String what, long most) throws IOException, InvalidGguf {
      long value = number();
      if (value < 0 || value > most) {
        throw new InvalidGguf(
            "its head has " + Long.toUnsignedString(value) + " " + what + "; the limit is " + most);
      }
      return value;
    }

    private static int width(int type) throws InvalidGguf {
      return switch (type) {
        case 0, 1, 7 -> 1;
        case 2, 3 -> 2;
        case 4, 5, 6 -> 4;
        case 10, 11, 12 -> 8;
        default -> throw new InvalidGguf("its head has a value of the unknown type " + type);
      };
    }

    private int integer() throws IOException, InvalidGguf {
      return ByteBuffer.wrap(bytes(4)).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    private long number() throws IOException, InvalidGguf {
      return ByteBuffer.wrap(bytes(8)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private byte[] bytes(int length) throws IOException, InvalidGguf {
      spend(length);
      byte[] bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw new EOFException();
      }
      return bytes;
    }

    private void skip(long length) throws IOException, InvalidGguf {
      spend(length);
      in.skipNBytes(length);
    }

    private void spend(long bytes) throws InvalidGguf {
      left -= bytes;
      if (left < 0) {
        throw new InvalidGguf("its head is longer than " + MOST_BYTES + " bytes");
      }
    }
  }
}
