package dev.otters.executor.posix;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A file name or path as the kernel sees it: bytes, in any encoding or none. */
public final class Name implements Comparable<Name> {
  /** The folder itself. */
  public static final Name SELF = of(".");

  /** The folder above. */
  public static final Name PARENT = of("..");

  private final byte[] bytes;

  Name(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Returns the name with this text in UTF-8.
   *
   * @throws IllegalArgumentException when it is empty or contains a NUL
   */
  public static Name of(String text) {
    if (text.isEmpty() || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("invalid file name: \"" + text + "\"");
    }
    return new Name(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the name with these bytes, each a character from 0 to 255.
   *
   * @throws IllegalArgumentException when it is empty, contains a NUL or another character
   */
  public static Name ofBytes(String latin) {
    if (latin.isEmpty() || latin.chars().anyMatch(c -> c == 0 || c > 0xff)) {
      throw new IllegalArgumentException("invalid file name: \"" + latin + "\"");
    }
    return new Name(latin.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Returns the bytes of the name, each as a character from 0 to 255. */
  public String latin() {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  byte[] bytes() {
    return bytes;
  }

  boolean isDots() {
    return equals(SELF) || equals(PARENT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Name name && Arrays.equals(bytes, name.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Orders names by their bytes. */
  @Override
  public int compareTo(Name other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  /** Returns the bytes of the name, none of which is 0. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** Returns the name for messages, with control characters and invalid bytes replaced. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "\uFFFD");
  }
}
