package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of the worker. The image and the training of the ahead-of-time cache use the
 * same options, because the JVM ignores the cache otherwise.
 *
 * @param jars the worker's class path, in order; jars only
 */
record WorkerProgram(List<Path> jars) {

  /**
   * Folder of the jars and the cache. They share a layer, because the JVM does not detect a changed
   * jar.
   */
  static final String FOLDER = "/opt/runtime/worker";

  static final String CACHE = "worker.aot";
  private static final String MAIN = "dev.otters.worker.Main";

  /**
   * Options of the JVM. Attaching, performance files and dumps are off, so that the worker's memory
   * stays private. The heap starts small, native memory is returned, and the cache is mapped from
   * its file, because an agent is idle most of the time.
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
          "-XX:MaxDirectMemorySize=16m",
          "-Xms4m",
          "-XX:TrimNativeHeapInterval=5000",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=0",
          "-XX:-AOTRecordTraining",
          "--enable-native-access=ALL-UNNAMED");

  /**
   * Returns the launcher's arguments, including {@code cacheOption}, with the jars in {@code
   * folder}.
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
   * Writes the argument file of the image's entry point, one argument a line, with the cache in
   * {@link #FOLDER}.
   */
  Path argumentFile(Path file) throws IOException {
    return Files.write(file, arguments(FOLDER, "-XX:AOTCache=" + FOLDER + "/" + CACHE));
  }
}
