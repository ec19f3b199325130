package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Concatenates Mozilla's certificates, which are separate PEM files in Debian's package, into the
 * bundle that programs read.
 */
final class Certificates {

  private Certificates() {}

  /** Writes {@code bundle} from the {@code .crt} files of {@code folder}, sorted by name. */
  static Path bundle(Path folder, Path bundle) throws IOException {
    List<Path> certificates;
    try (Stream<Path> files = Files.list(folder)) {
      certificates = files.filter(file -> file.toString().endsWith(".crt")).sorted().toList();
    }
    StringBuilder text = new StringBuilder();
    for (Path certificate : certificates) {
      text.append(Files.readString(certificate).strip()).append('\n');
    }
    return Files.writeString(bundle, text);
  }
}
