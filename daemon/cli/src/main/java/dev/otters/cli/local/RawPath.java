package dev.otters.cli.local;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Converts paths to bytes and back, each a character from 0 to 255. Unlike the text of a path, its
 * URI has the bytes as they are, whatever the locale.
 */
final class RawPath {
  private static final Path ROOT = Path.of("/");

  private RawPath() {}

  /** Returns the bytes of a path. */
  static String bytes(Path path) {
    String raw = ROOT.resolve(path).toUri().getRawPath();
    StringBuilder bytes = new StringBuilder();
    for (int i = path.isAbsolute() ? 0 : 1; i < raw.length(); i++) {
      if (raw.charAt(i) == '%') {
        bytes.append((char) Integer.parseInt(raw, i + 1, i + 3, 16));
        i += 2;
      } else {
        bytes.append(raw.charAt(i));
      }
    }
    boolean isMarked = bytes.length() > 1 && bytes.charAt(bytes.length() - 1) == '/';
    return bytes.substring(0, bytes.length() - (isMarked ? 1 : 0));
  }

  /** Returns the path with these bytes, which contain no NUL. */
  static Path of(String bytes) {
    StringBuilder raw = new StringBuilder("file:///");
    for (byte b : bytes.getBytes(StandardCharsets.ISO_8859_1)) {
      raw.append(b == '/' ? "/" : "%" + HexFormat.of().toHexDigits(b));
    }
    Path path = Path.of(URI.create(raw.toString()));
    return bytes.startsWith("/") ? path : path.subpath(0, path.getNameCount());
  }
}
