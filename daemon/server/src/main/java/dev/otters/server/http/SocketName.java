package dev.otters.server.http;

import dev.otters.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Gives a listening socket its name only when nobody else can use it: it is bound in a folder that
 * only the daemon's user enters, gets its mode, and then takes the place of whatever had the name.
 *
 * @param file the name
 */
record SocketName(Path file) {
  /** Returns where to bind. */
  Path draft() throws IOException {
    PrivateFiles.createFolder(folder());
    Path draft = folder().resolve("s");
    Files.deleteIfExists(draft);
    return draft;
  }

  /** Names the bound socket. */
  void publish() throws IOException {
    Path draft = folder().resolve("s");
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(folder());
  }

  /** Takes the name away. */
  void remove() throws IOException {
    Files.deleteIfExists(file);
  }

  private Path folder() {
    return file.resolveSibling(".bind");
  }
}
