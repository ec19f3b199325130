package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Api;
import dev.otters.bench.run.DockerCli;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.ProcessMemory;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures the memory of an idle daemon and of idle runtimes. */
public final class Memory implements Group {
  private static final int AGENTS = 20;
  private static final int SETTLE_MILLIS = 15_000;
  private static final double RUNTIME_RSS = 50;
  private static final double RUNTIME_CHARGED = 20;
  private static final double DAEMON = 150;
  private static final String METHOD =
      """
      Idle, %d s after the last work. RSS is `VmRSS` of the process (shared pages included, 10⁶ bytes); *charged* is what
      the container's control group is charged for, as `docker stats` counts (runtime, init process and kernel memory).
      The runtimes have answered two prompts each, one with a tool call.\
      """
          .formatted(SETTLE_MILLIS / 1000);

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    OttersHome home = OttersHome.open(bench);
    Agents.model(home);
    Thread.sleep(SETTLE_MILLIS);
    List<Figure> figures = new ArrayList<>();
    figures.add(daemon(home, "daemon, no agent, RSS", Peers.DAEMON));
    if (bench.engine().isEmpty()) {
      return new Report("Memory", METHOD, figures, List.of("runtimes: " + Workbench.NO_ENGINE));
    }
    Agents.withShell(home, "idler");
    Api api = home.api();
    start(api, 0);
    Thread.sleep(SETTLE_MILLIS);
    figures.add(daemon(home, "daemon, 1 agent, RSS", Peers.DAEMON));
    for (int i = 1; i < AGENTS; i++) {
      start(api, i);
    }
    Thread.sleep(SETTLE_MILLIS);
    figures.add(daemon(home, "daemon, " + AGENTS + " agents, RSS", Peers.DAEMON_BUSY));
    figures.addAll(runtimes(new DockerCli(bench.programs())));
    for (int i = 0; i < AGENTS; i++) {
      api.remove("idler" + i);
    }
    return new Report("Memory", METHOD, figures, List.of());
  }

  private static void start(Api api, int number) throws IOException, InterruptedException {
    String name = "idler" + number;
    api.run(Map.of("ref", "idler:latest", "name", name, "labels", Map.of("bench", "memory")));
    api.ask(name, Agents.HELLO);
    api.ask(name, Agents.WITH_TOOL);
  }

  private static Figure daemon(OttersHome home, String name, String peers) throws IOException {
    double resident = ProcessMemory.resident(home.daemon().pid());
    return Figure.of(name, Quantity.once(resident, Unit.MEGABYTES))
        .goal(new Goal.AtMost(DAEMON))
        .peers(peers);
  }

  private static List<Figure> runtimes(DockerCli docker) throws IOException {
    List<Double> resident = new ArrayList<>();
    List<Double> charged = new ArrayList<>();
    for (String container : docker.containers("bench=memory")) {
      long init = docker.inspect(container).at("/State/Pid").asLong();
      resident.add(ProcessMemory.resident(ProcessMemory.childOf(init)));
      charged.add(ProcessMemory.charged(init));
    }
    return List.of(
        Figure.of("runtime, RSS", new Quantity(new Samples(resident), Unit.MEGABYTES))
            .goal(new Goal.AtMost(RUNTIME_RSS))
            .peers(Peers.RUNTIME_RSS),
        Figure.of("runtime, charged", new Quantity(new Samples(charged), Unit.MEGABYTES))
            .goal(new Goal.AtMost(RUNTIME_CHARGED))
            .peers(Peers.RUNTIME_CGROUP));
  }
}
