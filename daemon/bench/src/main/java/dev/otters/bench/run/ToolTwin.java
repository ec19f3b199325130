package dev.otters.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A copy of a tool's container, which {@code docker run --rm} runs without a daemon. */
public final class ToolTwin {
  private static final String TOOLS = "io.openotters.purpose=tool";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final JsonNode container;
  private final Map<String, String> moved;

  private ToolTwin(JsonNode container, Map<String, String> moved) {
    this.container = container;
    this.moved = moved;
  }

  /**
   * Copies the container of a tool, and ends the tool.
   *
   * @param command runs a tool that does not end by itself
   */
  public static ToolTwin of(Workbench bench, OttersHome home, List<String> command)
      throws IOException, InterruptedException {
    DockerCli docker = new DockerCli(bench.programs());
    List<String> words = new ArrayList<>(List.of(home.program("otters")));
    words.addAll(command);
    Process tool = home.programs().startQuietly(words);
    try {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (docker.containers(TOOLS).isEmpty()) {
        if (System.nanoTime() > end || !tool.isAlive()) {
          throw new IOException("the tool has no container: " + command);
        }
        Thread.sleep(50);
      }
      JsonNode container = docker.inspect(docker.containers(TOOLS).getFirst());
      Path copy = bench.folder("tool").resolve("root");
      String root = root(container);
      bench.programs().run("cp", "-a", root, copy.toString());
      bench.programs().run("chmod", "755", copy.resolve("..").normalize().toString());
      return new ToolTwin(container, Map.of(root, copy.toString()));
    } finally {
      tool.destroy();
      tool.waitFor();
    }
  }

  private static String root(JsonNode container) {
    for (JsonNode mount : container.at("/HostConfig/Mounts")) {
      if (mount.get("Target").asString().equals("/workspace")) {
        String source = mount.get("Source").asString();
        return source.substring(0, source.lastIndexOf('/'));
      }
    }
    throw new IllegalStateException("the tool's container has no workspace");
  }

  /** Returns the command that runs a copy with another last argument. */
  public List<String> command(String last) {
    List<String> command =
        new ArrayList<>(SameContainer.command(container, "otters-bench-tool", moved));
    command.set(command.size() - 1, last);
    return List.copyOf(command);
  }
}
