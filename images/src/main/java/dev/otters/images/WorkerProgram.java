package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes how the worker is started: the same options in the image and when its ahead-of-time
 * cache is trained, since the JVM uses the cache only then.
 *
 * @param jars the worker's class path, in order; jars only
 */
record WorkerProgram(List<Path> jars) {

  /**
   * Where the image keeps the jars and the cache: in one layer, because the JVM does not notice a
   * changed jar.
   */
  static final String FOLDER = "/opt/runtime/worker";

  static final String CACHE = "worker.aot";
  private static final String MAIN = "dev.otters.worker.Main";

  /**
   * No attach, no performance files, no dumps: what is in the worker's memory is for the worker
   * alone. Then a heap that starts small, native memory that is given back, and a cache that stays
   * as it is in its file: an agent waits most of its life.
   */
  private static final List<String> OPTIONS =
      List.of(
          "-XX:+DisableAttachMechanism",
          "-XX:-UsePerfData",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:+ErrorFileToStderr",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:MaxRAMPercentage=25",
          "-Xms4m",
          "-XX:TrimNativeHeapInterval=5000",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=0",
          "-XX:-AOTRecordTraining",
          "--enable-native-access=ALL-UNNAMED");

  WorkerProgram {
    jars = List.copyOf(jars);
  }

  /**
   * Gives the launcher's arguments with the jars in {@code folder}, {@code cacheOption} among them.
   */
  List<String> arguments(String folder, String cacheOption) {
    List<String> arguments = new ArrayList<>(OPTIONS);
    arguments.add(cacheOption);
    arguments.add("-cp");
    arguments.add(
        String.join(":", jars.stream().map(jar -> folder + "/" + jar.getFileName()).toList()));
    arguments.add(MAIN);
    return arguments;
  }

  /**
   * Writes the arguments that the image's entry point reads, one a line, using the cache in {@link
   * #FOLDER}.
   */
  Path argumentFile(Path file) throws IOException {
    return Files.write(file, arguments(FOLDER, "-XX:AOTCache=" + FOLDER + "/" + CACHE));
  }
}
