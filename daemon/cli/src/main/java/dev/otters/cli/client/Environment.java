package dev.otters.cli.client;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a command.
 *
 * @param variables the environment variables
 * @param folder the working folder, absolute
 * @param home the user's own folder
 * @param distribution the folder of the installation, null when there is none
 * @param version the version of this command
 */
public record Environment(
    Map<String, String> variables,
    Path folder,
    Path home,
    @Nullable Path distribution,
    String version,
    Interrupts interrupts) {
  /** Returns an environment variable, empty when it is not set or empty. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
  }

  /** Returns the home of the daemon. */
  public Home daemonHome() {
    Path place = variable("OTTERS_HOME").map(folder::resolve).orElse(home.resolve(".otters"));
    return new Home(place.normalize());
  }
}
