package dev.otters.oci.bin;

import dev.otters.oci.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Copies the loader and the shared libraries of a program out of its image. */
final class ProgramLibraries {
  static final String LOADER = "ld.so";

  private static final int MOST = 512;
  private static final int LARGEST_LOADER = 8 << 20;
  private static final long LARGEST = 1L << 30;

  private final LayerFiles image;
  private final Path folder;
  private final List<String> usual;
  private final Set<String> seen = new HashSet<>();
  private final Set<String> missing = new TreeSet<>();
  private final Deque<Copied> open = new ArrayDeque<>();
  private long left = LARGEST;

  private record Copied(Path file, String place) {}

  /**
   * @param folder receives the files, with the loader as {@code ld.so}
   */
  ProgramLibraries(LayerFiles image, Platform platform, Path folder) {
    this.image = image;
    this.folder = folder;
    String triplet =
        (platform.architecture().equals("arm64") ? "aarch64" : "x86_64") + "-linux-gnu";
    this.usual =
        Stream.of("/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib")
            .flatMap(place -> Stream.of(place, place + "/" + triplet))
            .toList();
  }

  /**
   * Copies the files that a dynamic program needs.
   *
   * @param program a copy of the program
   * @param place its path in the image
   * @return the paths and names of the files that the image lacks, sorted; empty if the copy is
   *     complete
   */
  Set<String> copy(Path program, String place) throws IOException {
    String loader = BinImages.program(program).map(Program::loader).orElse("");
    seen.add(loader.substring(loader.lastIndexOf('/') + 1));
    copy(LOADER, loader, List.of(loader));
    open.push(new Copied(program, image.real(place)));
    List<String> inherited = BinImages.program(program).map(Program::paths).orElse(List.of());
    List<String> own = places(inherited, image.real(place));
    while (!open.isEmpty()) {
      Copied next = open.pop();
      Optional<Program> elf = BinImages.program(next.file);
      if (elf.isPresent()) {
        List<String> places =
            Stream.of(places(elf.get().paths(), next.place), own, usual)
                .flatMap(List::stream)
                .toList();
        for (String name : elf.get().libraries()) {
          library(name, places);
        }
      }
    }
    return missing;
  }

  private void library(String name, List<String> places) throws IOException {
    if (!seen.add(name)) {
      return;
    }
    if (name.contains("/") || name.equals(LOADER) || seen.size() > MOST) {
      missing.add(name);
    } else {
      copy(name, name, places.stream().map(place -> place + "/" + name).toList());
    }
  }

  private void copy(String target, String name, List<String> candidates) throws IOException {
    Optional<String> found = candidates.stream().filter(image::has).findFirst();
    if (found.isEmpty()) {
      missing.add(name);
      return;
    }
    Path file = folder.resolve(target);
    try (OutputStream out = Files.newOutputStream(file)) {
      boolean unused = image.copy(found.get(), left, out);
    }
    left -= Files.size(file);
    open.push(new Copied(file, image.real(found.get())));
  }

  /** Returns the folders that a file names for its libraries, relative to its own folder. */
  private static List<String> places(List<String> paths, String place) {
    String origin = place.substring(0, Math.max(place.lastIndexOf('/'), 0));
    return paths.stream()
        .map(path -> path.replace("$ORIGIN", origin).replace("${ORIGIN}", origin))
        .filter(path -> path.startsWith("/"))
        .toList();
  }

  /** Returns whether a loader accepts the name of the program, which older ones do not. */
  static boolean takesName(Path loader) throws IOException {
    // The text of the option is part of the loader's code or help.
    try (InputStream in = Files.newInputStream(loader)) {
      return new String(in.readNBytes(LARGEST_LOADER), StandardCharsets.ISO_8859_1)
          .contains("argv0");
    }
  }
}
