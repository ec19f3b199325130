package dev.otters.cli.commands.agent;

import dev.otters.api.agent.AgentView;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;

final class Start implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("start", Group.AGENTS, "Start one or more stopped agents")
        .alias("agent start")
        .details(
            "Returns when each agent is ready. The agent keeps its workspace and gets a new"
                + " sandbox.")
        .arguments(Argument.some("AGENT", "Name or id of the agent"))
        .example("otters start guide", "Start a stopped agent");
  }

  @Override
  public int run(Invocation invocation) {
    return invocation.forEach(
        name -> {
          AgentView agent =
              invocation.work(Route.of("agents", name, "start"), Content.none(), AgentView.class);
          invocation.console().line("started " + agent.name());
        });
  }
}
