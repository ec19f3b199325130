package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the shared libraries of this machine that programs need to run in an empty image. */
final class LibraryClosure {

  private static final Pattern RESOLVED = Pattern.compile("(?m)^\\s*(?:(\\S+) => )?(/\\S+) \\(0x");
  private static final Pattern MISSING = Pattern.compile("(?m)^\\s*(\\S+) => not found");

  private LibraryClosure() {}

  /**
   * Returns the libraries of all ELF files below {@code roots}, including the dynamic loader.
   *
   * @return files of this machine by their path in the image, where the loader looks for them;
   *     without libraries below a root, since they are already in the image
   * @throws IOException if a library cannot be found; the message names it and the file that needs
   *     it
   */
  static SortedMap<String, Path> of(List<Path> roots) throws IOException {
    SortedMap<String, Path> libraries = new TreeMap<>();
    for (Path root : roots) {
      Path real = root.toRealPath();
      for (Path program : programs(real)) {
        collect(program, real, libraries);
      }
    }
    return libraries;
  }

  private static void collect(Path program, Path root, SortedMap<String, Path> libraries)
      throws IOException {
    String listing = Command.run(List.of("ldd", program.toString()));
    Matcher missing = MISSING.matcher(listing);
    if (missing.find() && !isBelow(root, missing.group(1))) {
      throw new IOException(
          "%s needs %s, which this machine does not have".formatted(program, missing.group(1)));
    }
    Matcher resolved = RESOLVED.matcher(listing);
    while (resolved.find()) {
      Path file = Path.of(resolved.group(2));
      if (!file.toRealPath().startsWith(root)) {
        libraries.put(placeOf(file), file.toRealPath());
      }
    }
  }

  /**
   * Returns a file's place in the image. Programs name the loader by its absolute path, and the
   * loader finds the libraries in its default folder.
   */
  private static String placeOf(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("ld-linux") ? file.toString() : "/lib/" + name;
  }

  private static boolean isBelow(Path root, String library) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.anyMatch(file -> file.getFileName().toString().equals(library));
    }
  }

  private static List<Path> programs(Path root) throws IOException {
    if (Files.isRegularFile(root)) {
      return List.of(root);
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).filter(LibraryClosure::isElf).sorted().toList();
    }
  }

  private static boolean isElf(Path file) {
    try (var in = Files.newInputStream(file)) {
      byte[] magic = in.readNBytes(4);
      return magic.length == 4
          && magic[0] == 0x7f
          && magic[1] == 'E'
          && magic[2] == 'L'
          && magic[3] == 'F';
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
