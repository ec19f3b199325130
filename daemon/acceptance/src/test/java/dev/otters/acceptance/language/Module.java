package dev.otters.acceptance.language;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A module with main sources.
 *
 * @param folder its folder, such as {@code daemon/oci}
 */
record Module(Path folder) {
  private static final Path ROOT = Path.of(System.getProperty("otters.root"));

  /** Returns all modules that have main sources, by name. */
  static List<Module> all() {
    return Stream.of("runtime", "daemon", "images")
        .map(ROOT::resolve)
        .flatMap(top -> Stream.concat(Stream.of(top), children(top)))
        .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
        .sorted()
        .map(Module::new)
        .toList();
  }

  /** Returns the module's path below the root, such as {@code daemon/oci}. */
  String name() {
    return ROOT.relativize(folder).toString();
  }

  Path readme() {
    return folder.resolve("README.md");
  }

  /** Reads the sources that are shipped, and those that the tests of other modules use. */
  List<SourceFile> sources() {
    return SourceFile.read(
        ROOT,
        Stream.of("src/main/java", "src/testkit/java")
            .map(folder::resolve)
            .filter(Files::isDirectory)
            .flatMap(Module::javaFiles)
            .toList());
  }

  @Override
  public String toString() {
    return name();
  }

  private static Stream<Path> children(Path folder) {
    try (Stream<Path> found = Files.list(folder)) {
      return found.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
