package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Alternating;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures how long a user waits for a command. */
public final class Commands implements Group {
  private static final double PS_LIMIT = 100;
  private static final double PS_FACTOR = 5;
  private static final String METHOD =
      """
      The whole command, from its start to its end, with a daemon that runs and one agent. The commands take turns.\
      """;

  @Override
  public String name() {
    return "cli";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    if (bench.engine().isEmpty()) {
      return Report.without("Commands", METHOD, Workbench.NO_ENGINE);
    }
    OttersHome home = OttersHome.open(bench);
    Agents.model(home);
    Agents.withShell(home, "caller");
    home.api().run(Map.of("ref", "caller:latest"));
    String otters = home.program("otters");
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put("ps", List.of(otters, "ps"));
    commands.put("docker ps", List.of("docker", "ps"));
    commands.put("version", List.of(otters, "version"));
    commands.put("docker version", List.of("docker", "version"));
    commands.put("prompt", List.of(otters, "prompt", "caller", Agents.HELLO));
    commands.put("prompt with tool", List.of(otters, "prompt", "caller", Agents.WITH_TOOL));
    Map<String, List<Double>> times = new Alternating(home.programs()).time(commands);
    home.api().remove("caller");
    List<Figure> figures =
        List.of(
            figure("otters ps", times, "ps")
                .against("docker ps", quantity(times, "docker ps"))
                .goal(new Goal.TimesBaseline(PS_FACTOR), new Goal.AtMost(PS_LIMIT))
                .peers(Peers.PS),
            figure("otters version", times, "version")
                .against("docker version", quantity(times, "docker version"))
                .peers(Peers.VERSION),
            figure("otters prompt, no tool", times, "prompt").peers(Peers.PROMPT),
            figure("otters prompt, one tool call", times, "prompt with tool")
                .peers(Peers.PROMPT_WITH_TOOL));
    return new Report("Commands", METHOD, figures, List.of());
  }

  private static Figure figure(String name, Map<String, List<Double>> times, String key) {
    return Figure.of(name, quantity(times, key));
  }

  private static Quantity quantity(Map<String, List<Double>> times, String key) {
    return new Quantity(new Samples(times.getOrDefault(key, List.of())), Unit.MILLISECONDS);
  }
}
