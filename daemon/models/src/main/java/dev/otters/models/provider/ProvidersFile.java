package dev.otters.models.provider;

import dev.otters.home.PrivateFiles;
import dev.otters.home.text.FileStamp;
import dev.otters.home.text.WrittenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The file {@code providers.yaml}. Only its owner may read it: a wider mode is narrowed at once.
 */
final class ProvidersFile {
  private static final String MODE = "rw-------";

  private final Path file;

  /**
   * The content of the file.
   *
   * @param warning a warning about the mode of the file; empty for none
   */
  record Content(String text, FileStamp stamp, Optional<String> warning) {}

  ProvidersFile(Path file) {
    this.file = file;
  }

  Path path() {
    return file;
  }

  /** Reads the file. A missing file has an empty text. */
  Content read() throws IOException {
    try {
      Optional<String> warning = narrow();
      FileStamp stamp = FileStamp.of(file);
      return new Content(WrittenFile.read(file), stamp, warning);
    } catch (NoSuchFileException e) {
      return new Content("", FileStamp.NONE, Optional.empty());
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
