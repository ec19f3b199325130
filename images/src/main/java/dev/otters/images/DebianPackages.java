package dev.otters.images;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Unpacked Debian packages, fetched by {@code gradle/debian.sh}.
 *
 * @param folder contains a folder for each package
 * @param all the packages by their names
 */
record DebianPackages(Path folder, Map<String, DebianPackage> all) {
  private static final List<String> LIBRARY_FOLDERS =
      List.of("lib", "usr/lib", "lib64", "usr/lib64");

  /** One package: its version, the SHA-256 of its file in hexadecimal digits, and its address. */
  record DebianPackage(String name, String version, String sha256, String address) {}

  /**
   * Fetches packages, with the libraries that they depend on, and unpacks them below {@code
   * folder}. Needs apt and a reachable mirror.
   */
  static DebianPackages fetch(Path script, Path folder, List<String> names) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(script.toString(), "--libraries", folder.toString()));
    command.addAll(names);
    Command.run(command);
    return read(folder);
  }

  /** Reads the packages that the script unpacked before. */
  static DebianPackages read(Path folder) throws IOException {
    Map<String, DebianPackage> all = new LinkedHashMap<>();
    for (String line : Files.readAllLines(folder.resolve("packages"))) {
      String[] fields = line.split("\t", -1);
      all.put(fields[0], new DebianPackage(fields[0], fields[1], fields[2], fields[3]));
    }
    return new DebianPackages(folder.toAbsolutePath().normalize(), all);
  }

  /** Returns the path of a file of an unpacked package; {@code file} is relative to {@code /}. */
  Path file(String name, String file) {
    return folder.resolve(name).resolve(file);
  }

  /** Returns the version of a package. */
  String version(String name) {
    return of(folder.resolve(name)).version();
  }

  /** Returns the package that a file belongs to. */
  DebianPackage of(Path file) {
    String name = folder.relativize(file).getName(0).toString();
    DebianPackage found = all.get(name);
    if (found == null) {
      throw new IllegalArgumentException(file + " is not in a package below " + folder);
    }
    return found;
  }

  /** Finds a shared library, or the loader, by its file name. */
  Optional<Path> library(String name) {
    return all.keySet().stream()
        .map(folder::resolve)
        .flatMap(root -> LIBRARY_FOLDERS.stream().map(root::resolve))
        .filter(Files::isDirectory)
        .flatMap(libraries -> Stream.concat(Stream.of(libraries), subfolders(libraries)))
        .map(libraries -> libraries.resolve(name))
        .filter(Files::isRegularFile)
        .map(DebianPackages::real)
        .findFirst();
  }

  private static Stream<Path> subfolders(Path folder) {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(Files::isDirectory).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path real(Path link) {
    try {
      return link.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
