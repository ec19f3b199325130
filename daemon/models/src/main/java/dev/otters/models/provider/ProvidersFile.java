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
 * The file {@code providers.yaml}. Only its owner may read it: a wider mode is narrowed at once.
 */
final class ProvidersFile {
  private static final String MODE = "rw-------";

  private final Path file;

  /**
   * The state of the file, for detecting a change without reading it.
   *
   * @param attributes the times, size and inode; null if the file does not exist
   */
  record Stamp(@Nullable Map<String, Object> attributes) {}

  /**
   * The content of the file.
   *
   * @param warning a warning about the mode of the file; empty for none
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

  /** Reads the file. A missing file has an empty text. */
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
            + " and was accessible to other users; now it is 0600. Renew its keys if you do not"
            + " trust all users of this machine");
  }

  /** Replaces the file. Readers see the old or the new text, even after a crash. */
  void write(String text) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file;
    PrivateFiles.write(target, text);
  }
}
