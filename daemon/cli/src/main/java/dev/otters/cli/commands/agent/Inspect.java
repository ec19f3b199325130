package dev.otters.cli.commands.agent;

import dev.otters.api.agent.AgentView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.util.ArrayList;
import java.util.List;

final class Inspect implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("inspect", Group.AGENTS, "Show all details of one or more agents as JSON")
        .alias("agent inspect")
        .details(
            "Prints a JSON array without secret values. For images, use 'otters image inspect'.")
        .arguments(Argument.some("AGENT", "Name or id of the agent"))
        .options(Invocation.SHORT_FORMAT, Invocation.OUTPUT)
        .example("otters inspect guide", "Show an agent")
        .example(
            "otters inspect -f '{{range .mounts}}{{println .target}}{{end}}' guide",
            "Print the targets of its mounts");
  }

  @Override
  public int run(Invocation invocation) {
    List<AgentView> found = new ArrayList<>();
    int exit =
        invocation.forEach(
            name -> found.add(invocation.daemon().get(Route.of("agents", name), AgentView.class)));
    invocation.printJson(found);
    return exit;
  }
}
