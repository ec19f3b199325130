package dev.otters.bench.figure;

import dev.otters.bench.run.Api;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.Twin;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts one kind of agent repeatedly, in turn with the same container by {@code docker run}. */
final class StartRounds implements AutoCloseable {
  final List<Double> ready = new ArrayList<>();
  final List<Double> answered = new ArrayList<>();
  final List<Double> restarted = new ArrayList<>();
  final List<Double> docker = new ArrayList<>();

  private final Api api;
  private final Map<String, Object> request;
  private final String agent;
  private final @Nullable Twin twin;

  private StartRounds(Api api, Map<String, Object> request, String agent, @Nullable Twin twin) {
    this.api = api;
    this.request = request;
    this.agent = agent;
    this.twin = twin;
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
    if (!start.executor().equals("docker")) {
      api.remove(agent);
      return new StartRounds(api, request, agent, null);
    }
    Twin twin = Twin.of(agent, bench);
    api.remove(agent);
    return new StartRounds(api, request, agent, twin);
  }

  /** Runs one round. */
  void next() throws IOException, InterruptedException {
    double untilReady = api.run(request);
    ready.add(untilReady);
    answered.add(untilReady + api.ask(agent, Agents.HELLO));
    api.stop(agent);
    restarted.add(api.start(agent));
    api.remove(agent);
    if (twin != null) {
      docker.add(twin.firstByte());
    }
  }

  @Override
  public void close() throws IOException {
    if (twin != null) {
      twin.close();
    }
  }
}
