package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Api;
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.ProcessMemory;
import dev.otters.bench.run.Programs;
import dev.otters.bench.run.Twin;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Measures what an operator does with agents, in turn with the same containers in Docker. */
public final class Operations implements Group {
  private static final int ROUNDS = 10;
  private static final int MANY = 50;
  private static final double RUN = 1.3;
  private static final double EXEC = 1.2;
  private static final double DAEMON = 200;
  private static final String AGENT = "operated";
  private static final String SHELL = "/opt/bins/sh";
  private static final String METHOD =
      """
      Whole commands, from their start to their end; `otters run` and `otters restart` end when the agent is ready.
      Compared with `docker run --detach`, `docker exec`, `docker restart` and `docker stop` of the same container with the same mounts,
      limits and hardening, which take turns with ours. *At once*: until the last of the agents is ready, all of which were asked for at
      the same time, next to as many `docker run --detach`. *runOnce* is the request to the daemon, *otters bin run* the command; both and
      `docker run --rm` run `true` in a container of its own.
      The extraction is that of `--bin-mounts bind`, with digests checked, of one compressed layer.\
      """;

  private final List<Double> run = new ArrayList<>();
  private final List<Double> restart = new ArrayList<>();
  private final List<Double> stop = new ArrayList<>();
  private final List<Double> exec = new ArrayList<>();
  private final List<Double> theirRun = new ArrayList<>();
  private final List<Double> theirRestart = new ArrayList<>();
  private final List<Double> theirStop = new ArrayList<>();
  private final List<Double> theirExec = new ArrayList<>();

  @Override
  public String name() {
    return "operate";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    if (bench.engine().isEmpty()) {
      return Report.without("Operations", METHOD, Workbench.NO_ENGINE);
    }
    OttersHome home = OttersHome.open(bench);
    Agents.model(home);
    Agents.withShell(home, AGENT);
    Api api = home.api();
    api.run(request(AGENT));
    List<Figure> figures = new ArrayList<>();
    try (Twin twin = Twin.of(AGENT, bench)) {
      api.remove(AGENT);
      for (int i = 0; i < ROUNDS; i++) {
        round(home, twin);
      }
      Goal goal = new Goal.TimesBaseline(RUN);
      figures.add(figure("otters run", run, "docker run", theirRun).goal(goal));
      figures.add(figure("otters restart", restart, "docker restart", theirRestart));
      figures.add(figure("otters stop", stop, "docker stop", theirStop));
      figures.add(
          figure("otters exec", exec, "docker exec", theirExec).goal(new Goal.TimesBaseline(EXEC)));
      figures.addAll(many(home, twin));
    }
    figures.addAll(ToolCosts.runOnce(bench, home));
    figures.add(ToolCosts.manyTools(home, AGENT));
    figures.add(Extraction.measure(bench));
    figures.addAll(ToolCosts.sizes(home));
    return new Report("Operations", METHOD, figures, List.of());
  }

  private void round(OttersHome home, Twin twin) {
    run.add(home.otters("run", "--name", AGENT, AGENT + ":latest").millis());
    exec.add(home.otters("exec", AGENT, SHELL, "-c", "true").millis());
    restart.add(home.otters("restart", AGENT).millis());
    stop.add(home.otters("stop", AGENT).millis());
    home.otters("rm", AGENT);
    Programs docker = home.programs();
    theirRun.add(docker.run(twin.inBackground(1)).millis());
    theirExec.add(docker.run("docker", "exec", twin.name(1), SHELL, "-c", "true").millis());
    theirRestart.add(docker.run("docker", "restart", twin.name(1)).millis());
    theirStop.add(docker.run("docker", "stop", twin.name(1)).millis());
    twin.remove(1);
  }

  private static List<Figure> many(OttersHome home, Twin twin)
      throws IOException, InterruptedException {
    Api api = home.api();
    double ours = atOnce(number -> api.run(request(AGENT + number)));
    double memory = ProcessMemory.resident(home.daemon().pid());
    atOnce(
        number -> {
          api.remove(AGENT + number);
          return 0.0;
        });
    double theirs = atOnce(number -> home.programs().run(twin.inBackground(number)).millis());
    twin.removeAll();
    return List.of(
        Figure.of(MANY + " agents at once, all ready", Quantity.once(ours, Unit.MILLISECONDS))
            .against("docker run", Quantity.once(theirs, Unit.MILLISECONDS)),
        Figure.of(
                "daemon with " + MANY + " agents started at once, RSS",
                Quantity.once(memory, Unit.MEGABYTES))
            .goal(new Goal.AtMost(DAEMON)));
  }

  private static Map<String, Object> request(String name) {
    return Map.of("ref", AGENT + ":latest", "name", name, "pull", "never");
  }

  /** Does something for each of many numbers at the same time. Returns the milliseconds of all. */
  private static double atOnce(NumberedWork work) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Double>> all =
          IntStream.rangeClosed(1, MANY)
              .<Callable<Double>>mapToObj(number -> () -> work.of(number))
              .toList();
      for (Future<Double> one : threads.invokeAll(all)) {
        Double unused = one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("one of " + MANY + " failed: " + e.getCause(), e);
    }
    return Clock.millisSince(begin);
  }

  /** Work for a number. */
  private interface NumberedWork {
    double of(int number) throws Exception;
  }

  private static Figure figure(String name, List<Double> ours, String what, List<Double> theirs) {
    return Figure.of(name, quantity(ours)).against(what, quantity(theirs));
  }

  private static Quantity quantity(List<Double> values) {
    return new Quantity(new Samples(values), Unit.MILLISECONDS);
  }
}
