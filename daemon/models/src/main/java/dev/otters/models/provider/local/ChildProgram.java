package dev.otters.models.provider.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The program of the child processes.
 *
 * @param java the command of Java 25
 */
record ChildProgram(Path java, Path jars) {
  private static final String MAIN = "dev.otters.llama.Main";

  /** Returns the program of a distribution, run by the Java of this process. */
  static ChildProgram of(Path distribution) {
    return new ChildProgram(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        distribution.resolve("lib").resolve("llama"));
  }

  /**
   * Returns the command line.
   *
   * @param folder the working folder of the process
   * @throws IOException if there are no jars
   */
  List<String> command(Path folder, Path socket, LoadSettings what) throws IOException {
    return List.of(
        java.toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx128m",
        "-XX:-UsePerfData",
        "-XX:-CreateCoredumpOnCrash",
        "-XX:+ErrorFileToStdout",
        "-XX:+ExitOnOutOfMemoryError",
        "--enable-native-access=ALL-UNNAMED",
        "-Djava.io.tmpdir=" + folder,
        "-Dde.kherud.llama.tmpdir=" + folder,
        "-cp",
        classPath(),
        MAIN,
        socket.toString(),
        what.model().file().toString(),
        Integer.toString(what.contextSize()),
        Integer.toString(what.threads()),
        Integer.toString(what.slots()));
  }

  private String classPath() throws IOException {
    try (Stream<Path> files = Files.list(jars)) {
      return String.join(
          ":", files.map(Path::toString).filter(name -> name.endsWith(".jar")).sorted().toList());
    }
  }
}
