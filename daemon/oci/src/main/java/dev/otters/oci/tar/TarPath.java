package dev.otters.oci.tar;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Normalises paths from tars. */
public final class TarPath {
  /** The most characters of a path or link target, as on Linux. */
  static final int LONGEST = 4096;

  private static final int LONGEST_SEGMENT = 255;

  private TarPath() {}

  /**
   * Returns the path without a leading slash, empty segments and {@code .} segments. The root is
   * the empty string. Returns empty for a path with a {@code ..} segment, a segment of more than
   * 255 bytes, a NUL or more than 4,096 characters.
   */
  public static Optional<String> clean(String path) {
    if (path.length() > LONGEST || path.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    List<String> kept = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      if (segment.equals("..") || isTooLong(segment)) {
        return Optional.empty();
      }
      if (!segment.isEmpty() && !segment.equals(".")) {
        kept.add(segment);
      }
    }
    return Optional.of(String.join("/", kept));
  }

  private static boolean isTooLong(String segment) {
    return segment.getBytes(StandardCharsets.UTF_8).length > LONGEST_SEGMENT;
  }
}
