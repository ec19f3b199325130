package dev.otters.bench.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The {@code docker} command. */
public record DockerCli(Programs programs) {
  private static final JsonMapper JSON = new JsonMapper();

  /** Runs the command, which must succeed. */
  public String run(String... arguments) {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    return programs.run(command).out().strip();
  }

  /** Returns the output of {@code docker inspect} for a container. */
  public JsonNode inspect(String container) {
    return JSON.readTree(run("inspect", container)).get(0);
  }

  /** Returns the containers with a label, running or not. */
  public List<String> containers(String label) {
    String ids = run("ps", "-aq", "--no-trunc", "--filter", "label=" + label);
    return Arrays.stream(ids.split("\\s+")).filter(id -> !id.isEmpty()).toList();
  }

  /** Removes the containers with a label. */
  void removeAll(String label) {
    containers(label).forEach(id -> run("rm", "-f", id));
  }
}
