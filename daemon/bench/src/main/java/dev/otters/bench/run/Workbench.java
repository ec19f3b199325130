package dev.otters.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of measurements.
 *
 * @param project the folder of the project
 * @param engine the address of the container engine; empty if there is none
 * @param executors the executors to measure
 * @param cleanUp collects the clean-up actions
 */
public record Workbench(
    Path project, Optional<String> engine, List<String> executors, CleanUp cleanUp) {
  /** The reason for skipping measurements that need an engine. */
  public static final String NO_ENGINE = "there is no container engine";

  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /** Copies the executors. */
  public Workbench {
    executors = List.copyOf(executors);
  }

  /** Returns the folder of the distribution. */
  public Path distribution() {
    return project.resolve("build/otters");
  }

  /** Returns programs with a bare environment and the engine. */
  public Programs programs() {
    return programs(Map.of());
  }

  /** Returns programs with a bare environment, the engine, and more variables. */
  public Programs programs(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", Optional.ofNullable(System.getenv("PATH")).orElse(PATH));
    environment.put("HOME", System.getProperty("user.home"));
    environment.put("OTTERS_JAVA_HOME", System.getProperty("java.home"));
    environment.put("NO_COLOR", "1");
    engine.ifPresent(host -> environment.put("DOCKER_HOST", host));
    environment.putAll(more);
    return new Programs(environment);
  }

  /** Creates an empty folder that is removed at the end. */
  public Path folder(String name) throws IOException {
    Path folder = Files.createTempDirectory(Leftovers.PREFIX + ProcessHandle.current().pid() + "-");
    cleanUp.add("folder of " + name, () -> Leftovers.delete(folder));
    return folder;
  }
}
