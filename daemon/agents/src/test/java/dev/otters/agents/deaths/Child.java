package dev.otters.agents.deaths;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The way to start the processes that are killed. With the classes in jars and a log that says
 * nothing, the JVM can share loaded classes with the next one, which saves most of its start.
 */
final class Child {
  private final String classPath;
  private final Path archive;

  /** Prepares the start of processes. The folder holds what they share. */
  Child(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path place = Path.of(entry);
      if (Files.isDirectory(place)) {
        entries.add(jar(place, folder.resolve("classes" + entries.size() + ".jar")).toString());
      } else if (!place.getFileName().toString().startsWith("logback")) {
        entries.add(entry);
      }
    }
    classPath = String.join(File.pathSeparator, entries);
    archive = folder.resolve("classes.jsa");
    Process training =
        start(
            List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:disable"),
            folder.resolve("training"),
            Scenario.APPROVALS_BESIDE_CALLS.name());
    training.getOutputStream().close();
    byte[] said = training.getInputStream().readAllBytes();
    if (training.waitFor() != 0) {
      throw new IOException("the first process failed: " + new String(said, UTF_8));
    }
  }

  private static Path jar(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.walk(classes)) {
      for (Path entry : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(entry).toString()));
        out.write(Files.readAllBytes(entry));
      }
    }
    return jar;
  }

  /** Starts a process. */
  Process start(Path folder, List<String> arguments) throws IOException {
    return start(
        List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto"),
        folder,
        arguments.toArray(String[]::new));
  }

  private Process start(List<String> options, Path folder, String... arguments) throws IOException {
    Files.createDirectories(folder);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dorg.sqlite.tmpdir=" + folder));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, Killed.class.getName(), folder.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
