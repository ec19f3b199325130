package dev.otters.api.tar;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One entry of a tar. In its texts each character is one byte, from 0 to 255.
 *
 * @param name the name as the tar has it
 * @param target the target of a link; empty for other kinds
 * @param size of a file in bytes; 0 for other kinds
 * @param mode the lowest nine mode bits
 * @param modified the time of the last write in seconds since 1970
 */
public record TarEntry(Kind kind, String name, String target, long size, int mode, long modified) {
  /** The most bytes of a name or target, as on Linux. */
  public static final int LONGEST = 4096;

  private static final int LONGEST_SEGMENT = 255;

  /** The kind of an entry. */
  public enum Kind {
    FILE('0'),
    HARD_LINK('1'),
    LINK('2'),
    FOLDER('5'),
    /** A device, a pipe or another kind without content. */
    OTHER('?');

    private final char type;

    Kind(char type) {
      this.type = type;
    }

    char type() {
      return type;
    }
  }

  /**
   * Returns the parts of the name without empty and {@code .} parts; empty for the tar's root.
   *
   * @throws IOException when the name leads out of the tar, or no file can have it
   */
  public List<String> path() throws IOException {
    return path(name);
  }

  /** Returns the parts of the target of a hard link, like {@link #path()}. */
  public List<String> targetPath() throws IOException {
    return path(target);
  }

  private static List<String> path(String text) throws IOException {
    if (text.startsWith("/") || text.indexOf('\0') >= 0 || text.length() > LONGEST) {
      throw new IOException("the tar contains the name '" + text + "', which is not allowed");
    }
    List<String> parts = new ArrayList<>();
    for (String part : text.split("/", -1)) {
      if (part.equals("..") || part.length() > LONGEST_SEGMENT) {
        throw new IOException("the tar contains the name '" + text + "', which is not allowed");
      }
      if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return parts;
  }
}
