package dev.otters.api.session;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file of a message with its bytes, which are base64 in JSON.
 *
 * @param name its name; the daemon looks at the bytes, not at the name, to find its type
 */
@SuppressWarnings("ArrayRecordComponent") // a file in memory; nothing changes its bytes
public record FileContent(String name, byte[] data) {
  /** The most files of a message. */
  public static final int MOST_FILES = 20;

  /** The most bytes of all files of a message together. */
  public static final int MOST_BYTES = 20 << 20;

  /** The most bytes of all texts of a message together. */
  public static final int MOST_TEXT = 1 << 20;

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileContent(String otherName, byte[] otherData)
        && Objects.equals(name, otherName)
        && Arrays.equals(data, otherData);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(data);
  }

  /** Shows no bytes. */
  @Override
  public String toString() {
    return "FileContent[" + name + "]";
  }
}
