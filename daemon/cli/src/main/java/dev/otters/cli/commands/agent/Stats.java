package dev.otters.cli.commands.agent;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.agent.ProcessView;
import dev.otters.api.agent.UsageView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shows what agents use of processors and memory. */
final class Stats implements RunnableCommand {
  private static final Duration ROUND = Duration.ofSeconds(1);
  private static final String CLEAR = "\u001b[H\u001b[2J";

  /**
   * One line of the listing.
   *
   * @param cpuPercent of one processor, since the look before
   * @param memoryLimitBytes null when there is none
   */
  private record Line(
      String id,
      String name,
      double cpuPercent,
      long memoryBytes,
      @Nullable Long memoryLimitBytes,
      int processes,
      int threads) {}

  @Override
  public Command command() {
    return Command.of("stats", Group.AGENTS, "Show what agents use of processors and memory")
        .alias("agent stats")
        .details(
            "Shows all running agents, or the named ones, and refreshes each second. 100% is one"
                + " processor. The memory leaves out file content that the kernel can drop.")
        .arguments(Argument.any("AGENT", "Name or id of the agent"))
        .options(
            Invocation.SESSION,
            Option.flag("Show the use once", "--no-stream"),
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters stats", "Follow the use of all running agents")
        .example("otters stats --no-stream guide", "Show the use of one agent once")
        .example("otters stats --no-stream --output json", "Print the use as JSON");
  }

  @Override
  public int run(Invocation invocation) {
    boolean once = invocation.arguments().has("--no-stream");
    if (invocation.arguments().has("--session")
        && invocation.arguments().positional().size() != 1) {
      throw UsageException.of("--session needs the agent of the session", "Name one agent.");
    }
    Map<String, UsageView> before = look(invocation, invocation.console()::warn);
    while (pause() && !invocation.console().isDeaf()) {
      Map<String, UsageView> now = look(invocation, _ -> {});
      List<Line> lines = lines(before, now);
      if (!once && invocation.console().terminal().out()) {
        invocation.console().line(CLEAR);
      }
      int exit = invocation.list(lines, lines, Line::id, () -> table(lines, invocation));
      if (once) {
        return exit;
      }
      before = now;
    }
    return ExitCodes.OK;
  }

  private static boolean pause() {
    try {
      Thread.sleep(ROUND);
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Returns the use of each agent. Leaves out unnamed agents that end meanwhile, and those whose
   * use is not known.
   *
   * @param unknown receives the reason for each agent whose use is not known
   */
  private static Map<String, UsageView> look(Invocation invocation, Consumer<String> unknown) {
    List<String> named = invocation.arguments().positional();
    List<String> agents =
        named.isEmpty()
            ? invocation.daemon().get(Route.of("agents"), AgentList.class).agents().stream()
                .map(AgentSummary::id)
                .toList()
            : named;
    Map<String, UsageView> found = new HashMap<>();
    for (String agent : agents) {
      try {
        UsageView view =
            invocation
                .daemon()
                .get(invocation.ofSession(Route.of("agents", agent, "stats")), UsageView.class);
        found.put(view.id(), view);
      } catch (ApiException e) {
        boolean isUnknown = isUnknown(e);
        if (!named.isEmpty() || !(isUnknown || isOver(e))) {
          throw e;
        }
        if (isUnknown) {
          unknown.accept(e.problem().title());
        }
      }
    }
    return found;
  }

  /** Also if the sessions of an agent have sandboxes of their own, and none is named. */
  private static boolean isUnknown(ApiException e) {
    ErrorCode code = e.problem().code();
    return code == ErrorCode.EXECUTOR_UNSUPPORTED || code == ErrorCode.INVALID_REQUEST;
  }

  private static boolean isOver(ApiException e) {
    ErrorCode code = e.problem().code();
    return code == ErrorCode.AGENT_NOT_RUNNING || code == ErrorCode.AGENT_NOT_FOUND;
  }

  private static List<Line> lines(Map<String, UsageView> before, Map<String, UsageView> now) {
    List<Line> lines = new ArrayList<>();
    now.values().stream()
        .sorted(Comparator.comparing(UsageView::name))
        .forEach(
            view ->
                lines.add(
                    new Line(
                        view.id(),
                        view.name(),
                        percent(before.getOrDefault(view.id(), view), view),
                        view.memoryBytes(),
                        view.memoryLimitBytes(),
                        view.processes().size(),
                        view.processes().stream().mapToInt(ProcessView::threads).sum())));
    return lines;
  }

  private static double percent(UsageView before, UsageView now) {
    long passed = Duration.between(before.at(), now.at()).toMillis();
    long used = Math.max(0, now.cpuMillis() - before.cpuMillis());
    return passed > 0 ? Math.round(1000.0 * used / passed) / 10.0 : 0;
  }

  private static Table table(List<Line> lines, Invocation invocation) {
    Table table =
        new Table("ID", "NAME", "CPU %", "MEM USAGE / LIMIT", "MEM %", "PROCESSES", "THREADS");
    for (Line line : lines) {
      Long limit = line.memoryLimitBytes();
      table.row(
          Ids.of(line.id(), invocation.uncut()),
          line.name(),
          percent(line.cpuPercent()),
          Sizes.of(line.memoryBytes()) + " / " + (limit == null ? "none" : Sizes.of(limit)),
          limit == null ? "-" : percent(100.0 * line.memoryBytes() / limit),
          Integer.toString(line.processes()),
          Integer.toString(line.threads()));
    }
    return table;
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%.1f%%", value);
  }
}
