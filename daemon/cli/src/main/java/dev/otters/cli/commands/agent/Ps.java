package dev.otters.cli.commands.agent;

import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentSummary;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Style;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

final class Ps implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("ps", Group.COMMON, "List agents")
        .alias("ls", "agent ls", "agent ps")
        .details(
            "Shows running agents; with -a, or with a filter for their status, also stopped and"
                + " failed ones. A filter for the name is a pattern that may match a part of it. An"
                + " agent without a sandbox is marked as unsandboxed, in red.")
        .options(
            Option.flag("Show all agents, not only running ones", "-a", "--all"),
            PsFilter.OPTION,
            Invocation.QUIET,
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters ps", "List the running agents")
        .example("otters ps -aq", "Print the ids of all agents")
        .example(
            "otters ps --filter status=failed --filter label=team=web",
            "List the failed agents of a team")
        .example("otters ps --output wide", "Show the executors too, uncut")
        .example(
            "otters ps --format 'table {{.name}}\\t{{.status}}'", "Choose the columns of the table")
        .example("otters ps --output json", "Print the running agents as JSON");
  }

  @Override
  public int run(Invocation invocation) {
    PsFilter filter = new PsFilter(invocation.arguments().many("--filter"));
    boolean all = invocation.arguments().has("--all") || filter.ended();
    List<AgentSummary> agents =
        invocation
            .daemon()
            .get(Route.of("agents").when(all, "all"), AgentList.class)
            .agents()
            .stream()
            .filter(filter)
            .toList();
    return invocation.list(
        agents,
        agents,
        agent -> Ids.of(agent.id(), invocation.uncut()),
        () -> table(agents, invocation));
  }

  /** Returns the reference of the image, shortened if it is a digest. */
  private static String image(AgentSummary agent, Invocation invocation) {
    String image = agent.image();
    return image.startsWith("sha256:") ? Ids.of(image, invocation.uncut()) : image;
  }

  private static Table table(List<AgentSummary> agents, Invocation invocation) {
    Instant now = Instant.now();
    List<String> header =
        new ArrayList<>(List.of("ID", "NAME", "IMAGE", "MODEL", "STATUS", "CREATED"));
    if (invocation.wide()) {
      header.add("EXECUTOR");
      header.add("SESSION SANDBOXES");
    }
    Table table = new Table(header.toArray(new String[0]));
    for (AgentSummary agent : agents) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  Ids.of(agent.id(), invocation.uncut()),
                  agent.name(),
                  image(agent, invocation),
                  agent.model(),
                  AgentText.status(agent, now),
                  Times.ago(agent.state().createdAt(), now)));
      if (invocation.wide()) {
        cells.add(agent.executor());
        cells.add(Long.toString(agent.sessionSandboxes()));
      }
      Style style = AgentText.unsandboxed(agent.executor()) ? Style.RED : Style.PLAIN;
      table.row(style, cells.toArray(new String[0]));
    }
    return table;
  }
}
