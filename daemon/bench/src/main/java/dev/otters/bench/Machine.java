package dev.otters.bench;

import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** Describes the machine of a measurement. */
final class Machine {
  private Machine() {}

  /** Returns the machine, the engine, the day and the command, one a line. */
  static List<String> describe(Workbench bench) throws IOException {
    return List.of(
        "Command: `./gradlew bench`",
        "Date: " + LocalDate.now(ZoneOffset.UTC),
        "Machine: %d processors (%s), %s, Java %s"
            .formatted(
                Runtime.getRuntime().availableProcessors(),
                field("/proc/cpuinfo", "model name"),
                bench.programs().run("uname", "-sr").out().strip(),
                System.getProperty("java.version")),
        "Load when it began to write: "
            + Files.readString(Path.of("/proc/loadavg")).replaceFirst(" .*\\s*", "")
            + " (above the number of processors the times are too long; the ratios hold)",
        "Engine: " + engine(bench));
  }

  private static String engine(Workbench bench) {
    return bench.engine().isEmpty()
        ? "none"
        : bench
            .programs()
            .run("docker", "version", "--format", "Docker {{.Server.Version}}")
            .out()
            .strip();
  }

  private static String field(String file, String key) throws IOException {
    return Files.readAllLines(Path.of(file)).stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }
}
