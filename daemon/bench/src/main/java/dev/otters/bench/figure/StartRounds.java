package dev.otters.bench.figure;

import dev.otters.bench.run.Api;
import dev.otters.bench.run.DockerCli;
import dev.otters.bench.run.FirstByte;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.Programs;
import dev.otters.bench.run.SameContainer;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Starts one kind of agent repeatedly, in turn with the same container by {@code docker run}. */
final class StartRounds implements AutoCloseable {
  final List<Double> ready = new ArrayList<>();
  final List<Double> answered = new ArrayList<>();
  final List<Double> restarted = new ArrayList<>();
  final List<Double> docker = new ArrayList<>();

  private final Api api;
  private final Map<String, Object> request;
  private final String agent;
  private final Programs programs;
  private final @Nullable FirstByte firstByte;
  private final List<String> dockerRun;

  private StartRounds(
      Api api,
      Map<String, Object> request,
      String agent,
      Programs programs,
      @Nullable FirstByte firstByte,
      List<String> dockerRun) {
    this.api = api;
    this.request = request;
    this.agent = agent;
    this.programs = programs;
    this.firstByte = firstByte;
    this.dockerRun = dockerRun;
  }

  /** Builds the image and starts one agent, so that caches are warm. */
  static StartRounds prepare(Start start, OttersHome home, Workbench bench)
      throws IOException, InterruptedException {
    String agent = "bench" + start.tools();
    Agents.withTools(home, agent, start.tools());
    Api api = home.api();
    Map<String, Object> request =
        Map.of(
            "ref",
            agent + ":latest",
            "name",
            agent,
            "pull",
            "never",
            "executor",
            start.executor(),
            "binMounts",
            start.mounts());
    api.run(request);
    api.ask(agent, Agents.HELLO);
    Programs programs = bench.programs();
    if (!start.executor().equals("docker")) {
      api.remove(agent);
      return new StartRounds(api, request, agent, programs, null, List.of());
    }
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
    List<String> command = SameContainer.command(container, "otters-bench-" + agent, moved);
    api.remove(agent);
    bench.cleanUp().add("container", () -> programs.tryRun(removal(agent)));
    return new StartRounds(api, request, agent, programs, firstByte, command);
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

  private static List<String> removal(String agent) {
    return List.of("docker", "rm", "-f", "otters-bench-" + agent);
  }

  /** Runs one round. */
  void next() throws IOException, InterruptedException {
    double untilReady = api.run(request);
    ready.add(untilReady);
    answered.add(untilReady + api.ask(agent, Agents.HELLO));
    api.stop(agent);
    restarted.add(api.start(agent));
    api.remove(agent);
    if (firstByte != null) {
      docker.add(firstByte.after(programs, dockerRun));
      programs.tryRun(removal(agent));
    }
  }

  @Override
  public void close() throws IOException {
    if (firstByte != null) {
      firstByte.close();
    }
  }
}
