package dev.otters.images;

import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Collects the files of one image layer. They belong to root, have a fixed modification time, and
 * are executable if their source is.
 */
final class ImageFiles {

  private static final FilePermissions PROGRAM = FilePermissions.fromOctalString("755");
  private static final FilePermissions DATA = FilePermissions.fromOctalString("644");

  private final FileEntriesLayer.Builder layer;

  ImageFiles(String name) {
    this.layer = FileEntriesLayer.builder().setName(name);
  }

  /** Adds one regular file. Follows links. */
  ImageFiles file(Path source, String target) {
    layer.addEntry(
        source, AbsoluteUnixPath.get(target), Files.isExecutable(source) ? PROGRAM : DATA);
    return this;
  }

  /** Adds one executable file. */
  ImageFiles program(Path source, String target) {
    layer.addEntry(source, AbsoluteUnixPath.get(target), PROGRAM);
    return this;
  }

  /** Adds an empty folder. */
  ImageFiles folder(Path anyFolder, String target) {
    layer.addEntry(anyFolder, AbsoluteUnixPath.get(target), PROGRAM);
    return this;
  }

  /** Adds all files below {@code source}. */
  ImageFiles tree(Path source, String target) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      files
          .filter(Files::isRegularFile)
          .sorted()
          .forEach(file -> file(file, target + "/" + source.relativize(file)));
    }
    return this;
  }

  /** Adds libraries that {@link LibraryClosure} found. */
  ImageFiles libraries(Map<String, Path> libraries) {
    libraries.forEach((target, source) -> program(source, target));
    return this;
  }

  FileEntriesLayer layer() {
    return layer.build();
  }
}
