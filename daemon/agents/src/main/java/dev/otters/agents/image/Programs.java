package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Programs to pack as tools.
 *
 * @param files one for each platform, at least one
 * @param libraries folders with the loader and the libraries of those that bring them along
 */
record Programs(Map<Platform, Path> files, Map<Platform, Path> libraries) {
  Programs {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    libraries = Map.copyOf(libraries);
  }

  /**
   * Returns the programs that a client sent.
   *
   * @param folder with the programs as {@code <os>/<arch>}
   * @throws ApiException BIN_INVALID if there is none
   */
  static Programs sent(Path folder) {
    Map<Platform, Path> files = new LinkedHashMap<>();
    try (Stream<Path> found = Files.walk(folder)) {
      found
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .map(folder::relativize)
          .filter(file -> file.getNameCount() > 1)
          .sorted()
          .forEach(file -> files.put(Platform.parse(file.toString()), folder.resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + folder, e);
    }
    if (files.isEmpty()) {
      throw ApiException.of(
          ErrorCode.BIN_INVALID,
          "no program was sent",
          "Give at least one os/arch:path, such as linux/amd64:./jq.");
    }
    return new Programs(files, Map.of());
  }
}
