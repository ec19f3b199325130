package dev.otters.server;

import dev.otters.home.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Configures the logging library before anything is logged. */
final class Logging {
  private static final Logger HELIDON = Logger.getLogger("io.helidon");
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  private Logging() {}

  /**
   * Logs to the home's log file, and to standard error unless that is the same file.
   *
   * @param home the home
   */
  static void start(Home home) {
    HELIDON.setLevel(Level.WARNING);
    Path file = home.daemonLog();
    try {
      if (!Files.exists(file)) {
        Files.createFile(file);
      }
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      System.setProperty("otters.log", file.toString());
      boolean same = Files.exists(STDERR) && Files.isSameFile(STDERR, file);
      System.setProperty("otters.stderr", same ? "OFF" : "INFO");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the log " + file, e);
    }
  }
}
