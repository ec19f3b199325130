package dev.otters.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A copy of an agent's container, which {@code docker run} starts without a daemon: the same image,
 * mounts, limits and hardening, copied files, and a socket of its own.
 */
public final class Twin implements AutoCloseable {
  private final String agent;
  private final Programs programs;
  private final FirstByte firstByte;
  private final JsonNode container;
  private final Map<String, String> moved;

  private Twin(
      String agent,
      Programs programs,
      FirstByte firstByte,
      JsonNode container,
      Map<String, String> moved) {
    this.agent = agent;
    this.programs = programs;
    this.firstByte = firstByte;
    this.container = container;
    this.moved = moved;
  }

  /** Copies the container of an agent that is running. */
  public static Twin of(String agent, Workbench bench) throws IOException {
    Programs programs = bench.programs();
    DockerCli docker = new DockerCli(programs);
    JsonNode container =
        docker.inspect(docker.containers("io.openotters.name=" + agent).getFirst());
    Path root = bench.folder("root");
    Path sockets = bench.folder("sockets");
    programs.run("cp", "-a", agentRoot(container), root.resolve("agent").toString());
    programs.run("chmod", "755", root.toString());
    int user = Integer.parseInt(container.at("/Config/User").asString().replaceFirst(":.*", ""));
    FirstByte firstByte = FirstByte.listen(sockets, user);
    Map<String, String> moved =
        Map.of(
            agentRoot(container), root.resolve("agent").toString(),
            source(container, "/run/otters"), sockets.toString());
    Twin twin = new Twin(agent, programs, firstByte, container, moved);
    bench.cleanUp().add("copies of " + agent, twin::removeAll);
    return twin;
  }

  private static String agentRoot(JsonNode container) {
    String workspace = source(container, "/workspace");
    return workspace.substring(0, workspace.lastIndexOf('/'));
  }

  private static String source(JsonNode container, String target) {
    for (JsonNode mount : container.at("/HostConfig/Mounts")) {
      if (mount.get("Target").asString().equals(target)) {
        return mount.get("Source").asString();
      }
    }
    throw new IllegalStateException("the agent's container has no mount at " + target);
  }

  /** Returns the name of a copy. */
  public String name(int number) {
    return name(Integer.toString(number));
  }

  private String name(String number) {
    return "otters-bench-" + agent + "-" + number;
  }

  /** Returns the command that starts a copy in the background. */
  public List<String> inBackground(int number) {
    List<String> command = new ArrayList<>(SameContainer.command(container, name(number), moved));
    command.set(command.indexOf("--rm"), "--detach");
    return List.copyOf(command);
  }

  /** Starts copy 0 and removes it. Returns the milliseconds until its first byte. */
  public double firstByte() throws IOException {
    List<String> command = SameContainer.command(container, name(0), moved);
    double millis = firstByte.after(programs, command);
    remove(0);
    return millis;
  }

  /** Removes a copy, if there is one. */
  public void remove(int number) {
    programs.tryRun(List.of("docker", "rm", "-f", name(number)));
  }

  /** Removes all copies. */
  public void removeAll() {
    String ids = programs.run("docker", "ps", "-aq", "--filter", "name=" + name("")).out().strip();
    ids.lines().forEach(id -> programs.tryRun(List.of("docker", "rm", "-f", id)));
  }

  @Override
  public void close() throws IOException {
    firstByte.close();
  }
}
