package dev.otters.models.provider;

import dev.otters.home.PrivateFiles;
import dev.otters.home.text.WrittenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is the file on the disk. Only its owner may read it: a mode that lets others is narrowed at once.
 */
final class ProvidersFile {
  private static final String MODE = "rw-------";

  private final Path file;

  /**
   * Tells one state of the file from another without reading it.
   *
   * @param attributes time of change, size and identity; null while there is no file
   */
  record Stamp(@Nullable Map<String, Object> attributes) {}

  /**
   * Is what was read.
   *
   * @param warning what the operator should know about who could read it
   */
  record Content(String text, Stamp stamp, Optional<String> warning) {}

  ProvidersFile(Path file) {
    this.file = file;
  }

  Path path() {
    return file;
  }

  Stamp stamp() throws IOException {
    try {
      return new Stamp(Files.readAttributes(file, "unix:ctime,lastModifiedTime,size,ino"));
    } catch (NoSuchFileException e) {
      return new Stamp(null);
    }
  }

  /** Reads the file; a missing one is an empty text. */
  Content read() throws IOException {
    try {
      Optional<String> warning = narrow();
      Stamp stamp = stamp();
      return new Content(WrittenFile.read(file), stamp, warning);
    } catch (NoSuchFileException e) {
      return new Content("", new Stamp(null), Optional.empty());
    }
  }

  private Optional<String> narrow() throws IOException {
    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    if (mode.endsWith("------")) {
      return Optional.empty();
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(MODE));
    return Optional.of(
        file
            + " had the mode "
            + mode
            + " and could be used by others; now it is 0600. Renew its keys if you do not trust"
            + " everybody on this machine");
  }

  /** Writes the file; readers see the old or the new text, also after a crash. */
  void write(String text) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file;
    PrivateFiles.write(target, text);
  }
}
