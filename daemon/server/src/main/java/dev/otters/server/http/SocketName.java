package dev.otters.server.http;

import dev.otters.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The file of a listening socket. The socket is bound in a folder that only the daemon's user can
 * enter, gets its mode, and then replaces the file of this name, so that no other user ever reaches
 * it.
 *
 * @param file the file
 */
record SocketName(Path file) {
  /** Returns the path to bind. */
  Path draft() throws IOException {
    PrivateFiles.createFolder(folder());
    Path draft = folder().resolve("s");
    Files.deleteIfExists(draft);
    return draft;
  }

  /** Publishes the bound socket under its name. */
  void publish() throws IOException {
    Path draft = folder().resolve("s");
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(folder());
  }

  /** Removes the file. */
  void remove() throws IOException {
    Files.deleteIfExists(file);
  }

  private Path folder() {
    return file.resolveSibling(".bind");
  }
}
