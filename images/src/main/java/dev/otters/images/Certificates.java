package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Joins Mozilla's certificates, one PEM file each in Debian's package, into the bundle that
 * programs look for.
 */
final class Certificates {

  private Certificates() {}

  /**
   * Writes {@code bundle} from the {@code .crt} files of {@code folder}, in the order of their
   * names.
   */
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
