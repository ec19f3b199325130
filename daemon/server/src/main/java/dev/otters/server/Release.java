package dev.otters.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The release of this program. */
final class Release {
  /** Read once, since another release may replace the files of a running daemon. */
  private static final String VERSION = read();

  private Release() {}

  /** Returns the version, such as {@code 0.1.0}. */
  static String version() {
    return VERSION;
  }

  private static String read() {
    try (InputStream in = Release.class.getResourceAsStream("release.properties")) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", "unknown");
    } catch (IOException e) {
      throw new UncheckedIOException("the program is incomplete", e);
    }
  }
}
