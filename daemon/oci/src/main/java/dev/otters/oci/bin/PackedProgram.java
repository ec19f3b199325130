package dev.otters.oci.bin;

import dev.otters.oci.Platform;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * A dynamic program with the loader and the libraries of its image, which runs in any root.
 *
 * @param name the name of the tool
 * @param libraries a folder with its libraries, and its loader as {@code ld.so}
 */
record PackedProgram(String name, Path program, Path libraries) {
  private static final String PROGRAMS = "libexec";
  private static final String LIBRARIES = "lib";

  /** Writes the files, and a launcher under the name of the tool. */
  void write(TarWriter tar, Platform platform) throws IOException {
    Path loader = libraries.resolve(ProgramLibraries.LOADER);
    List<String> command = new ArrayList<>(List.of("@" + LIBRARIES + "/" + loader.getFileName()));
    if (ProgramLibraries.takesName(loader)) {
      command.addAll(List.of("--argv0", "%"));
    }
    command.addAll(List.of("--library-path", "@" + LIBRARIES, "@" + PROGRAMS + "/" + name));
    Launcher launcher = new Launcher(command, Collections.emptySortedMap());
    tar.file(name, 0755, launcher.program(platform));
    tar.folder(LIBRARIES);
    for (Path library : files()) {
      BinWriter.file(tar, LIBRARIES + "/" + library.getFileName(), library);
    }
    tar.folder(PROGRAMS);
    BinWriter.file(tar, PROGRAMS + "/" + name, program);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(libraries)) {
      return files.sorted().toList();
    }
  }
}
