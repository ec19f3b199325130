package dev.otters.images;

import dev.otters.images.DebianPackages.DebianPackage;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.bin.Launcher;
import dev.otters.oci.bin.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Collects the files of a tool's image in a folder: programs of Debian packages, the libraries and
 * the loader that they need, their licences. The folder works at any path and in an empty root.
 */
final class ToolFiles {
  private static final String LOADER = "lib/ld.so";

  private final Path root;
  private final DebianPackages packages;
  private final Resources resources;
  private final List<ToolFiles> below;
  private final SortedMap<String, DebianPackage> used = new TreeMap<>();

  /**
   * @param root an empty folder, which becomes a layer of the image
   * @param below the layers below
   * @param packages the source of the files
   * @param resources the source of this module's files
   */
  ToolFiles(Path root, List<ToolFiles> below, DebianPackages packages, Resources resources) {
    this.root = root.toAbsolutePath().normalize();
    this.below = List.copyOf(below);
    this.packages = packages;
    this.resources = resources;
  }

  Path root() {
    return root;
  }

  /** Returns the layers of the image, lowest first. */
  List<ToolFiles> layers() {
    return Stream.concat(below.stream(), Stream.of(this)).toList();
  }

  /** Returns the packages in all layers, by name. */
  Collection<DebianPackage> used() {
    SortedMap<String, DebianPackage> all = new TreeMap<>(used);
    below.forEach(layer -> all.putAll(layer.used));
    return all.values();
  }

  /**
   * Adds a dynamic program with its libraries, and a launcher for it.
   *
   * @param launcher the path of the launcher
   * @param program the path of the program
   * @param source the program
   * @param command further arguments before those of the caller
   * @param variables see {@link Launcher}
   */
  ToolFiles launched(
      String launcher,
      String program,
      Path source,
      List<String> command,
      Map<String, String> variables)
      throws IOException {
    file(program, source);
    libraries(source);
    return launcher(launcher, program, command, variables);
  }

  /** Adds one more launcher of a program. */
  ToolFiles launcher(
      String launcher, String program, List<String> command, Map<String, String> variables)
      throws IOException {
    String up = "../".repeat((int) launcher.chars().filter(c -> c == '/').count());
    List<String> words =
        Stream.concat(
                Stream.of(
                    "@" + up + LOADER,
                    "--argv0",
                    "%",
                    "--library-path",
                    "@" + up + "lib",
                    "@" + up + program),
                command.stream())
            .toList();
    SortedMap<String, String> places = new TreeMap<>();
    variables.forEach((name, path) -> places.put(name, up + path));
    Path file = root.resolve(launcher);
    Files.createDirectories(file.getParent());
    Files.write(file, new Launcher(words, places).program(ContainerImage.platform()));
    if (!file.toFile().setExecutable(true, false)) {
      throw new IOException("cannot make " + file + " executable");
    }
    return this;
  }

  /** Adds the regular files of a package's folder, and the libraries of those that are programs. */
  ToolFiles tree(String target, Path source, List<String> without) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(source)) {
      files = found.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      String path = source.relativize(file).toString();
      if (without.stream().noneMatch(path::startsWith)) {
        file(target + "/" + path, file);
        libraries(file);
      }
    }
    return this;
  }

  /** Adds one file of a package. */
  ToolFiles file(String target, Path source) throws IOException {
    if (below.stream().anyMatch(layer -> Files.exists(layer.root.resolve(target)))) {
      return this;
    }
    return uses(packages.of(source)).copy(target, source);
  }

  /** Names a package whose content was added in another form. */
  ToolFiles uses(DebianPackage owner) {
    used.put(owner.name(), owner);
    return this;
  }

  /** Adds a file of this module. */
  ToolFiles resource(String target, String name) throws IOException {
    return copy(target, resources.extract(name));
  }

  private ToolFiles copy(String target, Path source) throws IOException {
    Path file = root.resolve(target);
    Files.createDirectories(file.getParent());
    Files.copy(
        source.toRealPath(),
        file,
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    return this;
  }

  private void libraries(Path program) throws IOException {
    Map<String, Path> found = new LinkedHashMap<>();
    Deque<Path> open = new ArrayDeque<>(List.of(program));
    while (!open.isEmpty()) {
      Path next = open.pop();
      Program elf = BinImages.program(next).orElse(null);
      if (elf == null) {
        continue;
      }
      if (!elf.loader().isEmpty()) {
        file(LOADER, library(Path.of(elf.loader()).getFileName().toString(), next));
      }
      for (String name : elf.libraries()) {
        // The loader is present before any library is looked for.
        if (!found.containsKey(name) && !name.startsWith("ld-linux")) {
          found.put(name, library(name, next));
          open.push(found.get(name));
        }
      }
    }
    for (Map.Entry<String, Path> library : found.entrySet()) {
      file("lib/" + library.getKey(), library.getValue());
    }
  }

  private Path library(String name, Path program) throws IOException {
    return packages
        .library(name)
        .orElseThrow(
            () ->
                new IOException(
                    "%s needs %s, which is in none of the fetched packages"
                        .formatted(program, name)));
  }

  /** Adds the licences of all used packages below {@code licenses}. */
  ToolFiles licenses() throws IOException {
    for (DebianPackage used : List.copyOf(used.values())) {
      Path copyright = packages.file(used.name(), "usr/share/doc/" + used.name() + "/copyright");
      copy("licenses/" + used.name(), resolved(copyright));
    }
    return this;
  }

  /** Follows the link that a package's documentation folder may be, to another package. */
  private Path resolved(Path copyright) throws IOException {
    Path folder = copyright.getParent();
    if (Files.isSymbolicLink(folder)) {
      String other = Files.readSymbolicLink(folder).getFileName().toString();
      return packages.file(other, "usr/share/doc/" + other + "/copyright");
    }
    return copyright;
  }
}
