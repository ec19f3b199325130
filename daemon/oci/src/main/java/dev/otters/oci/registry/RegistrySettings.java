package dev.otters.oci.registry;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How to talk to registries.
 *
 * @param dockerConfig the {@code config.json} with credentials; need not exist
 * @param connectTimeout for one connection
 * @param answerTimeout until the headers of an answer
 * @param stallTimeout until the next bytes of a body
 * @param retry what to do about failures that may pass
 */
public record RegistrySettings(
    Path dockerConfig,
    Duration connectTimeout,
    Duration answerTimeout,
    Duration stallTimeout,
    RetryPolicy retry) {

  /** Returns the settings of Docker's command line: {@code DOCKER_CONFIG} or {@code ~/.docker}. */
  public static RegistrySettings ofEnvironment(Map<String, String> environment) {
    String folder = environment.getOrDefault("DOCKER_CONFIG", "");
    Path config =
        folder.isEmpty() ? Path.of(System.getProperty("user.home"), ".docker") : Path.of(folder);
    return new RegistrySettings(
        config.resolve("config.json"),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        RetryPolicy.DEFAULT);
  }
}
