package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures the time until an agent is ready, and until it has answered. */
public final class Starts implements Group {
  private static final int ROUNDS = 10;
  private static final List<Integer> TOOLS = List.of(0, 5, 10, 20);
  private static final List<String> MOUNTS = List.of("image", "bind");
  private static final double SYSTEM_LIMIT = 160;

  private static final String METHOD =
      """
      *Ready*: `POST /v1/agents` for an image of the local store until the daemon answers that the agent is ready (row,
      folder, token, socket, container, checked mounts, greeting, setup, context files). *Answered*: the same, plus a
      first message and its whole turn by a model without latency. *Start*: the same for an agent that was stopped.
      Compared with `docker run --rm` of the same image with the same mounts, limits and hardening (taken from
      `docker inspect` of the agent's container) until the first byte of the same program arrives on its socket; both
      take turns in each of %d rounds.\
      """
          .formatted(ROUNDS);

  @Override
  public String name() {
    return "start";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    List<Figure> figures = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    OttersHome home = OttersHome.open(bench);
    Agents.model(home);
    for (String executor : bench.executors()) {
      for (String mounts : executor.equals("docker") ? MOUNTS : List.of("bind")) {
        for (int tools : TOOLS) {
          Start start = new Start(executor, mounts, tools);
          if (executor.equals("docker") && bench.engine().isEmpty()) {
            skipped.add(start + ": " + Workbench.NO_ENGINE);
            continue;
          }
          try {
            figures.addAll(measure(start, home, bench));
          } catch (IOException e) {
            skipped.add(start + ": " + e.getMessage());
          }
        }
      }
    }
    return new Report("Start", METHOD, figures, List.copyOf(skipped));
  }

  private static List<Figure> measure(Start start, OttersHome home, Workbench bench)
      throws IOException, InterruptedException {
    try (StartRounds rounds = StartRounds.prepare(start, home, bench)) {
      for (int i = 0; i < ROUNDS; i++) {
        rounds.next();
      }
      return figures(start, rounds);
    }
  }

  private static List<Figure> figures(Start start, StartRounds rounds) {
    Quantity ready = quantity(rounds.ready);
    Quantity restarted = quantity(rounds.restarted);
    Figure create = Figure.of(start + ": create to ready", ready);
    Figure again = Figure.of(start + ": start to ready", restarted);
    Figure answered =
        Figure.of(start + ": create to first answer", quantity(rounds.answered))
            .against("ready", ready)
            .goal(new Goal.TimesBaseline(1.2));
    if (!start.executor().equals("docker")) {
      Goal limit = new Goal.AtMost(SYSTEM_LIMIT);
      return List.of(create.goal(limit), again.goal(limit), answered.peers(Peers.ANSWERED));
    }
    Quantity docker = quantity(rounds.docker);
    Goal goal = new Goal.TimesBaseline(1.4);
    return List.of(
        create.against("docker run", docker).goal(goal).peers(Peers.READY),
        again.against("docker run", docker).goal(goal),
        answered.peers(Peers.ANSWERED));
  }

  private static Quantity quantity(List<Double> values) {
    return new Quantity(new Samples(values), Unit.MILLISECONDS);
  }
}
