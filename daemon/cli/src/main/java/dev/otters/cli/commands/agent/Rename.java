package dev.otters.cli.commands.agent;

import dev.otters.api.agent.AgentView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;

/** Gives an agent another name. */
final class Rename implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("rename", Group.AGENTS, "Give an agent another name")
        .alias("agent rename")
        .details(
            "The agent keeps running, with its id, sessions and logs. It reads its new name at its"
                + " next start.")
        .arguments(
            Argument.one("AGENT", "Name or id of the agent"), Argument.one("NAME", "The new name"))
        .example("otters rename guide-2 scout", "Rename an agent");
  }

  @Override
  public int run(Invocation invocation) {
    String name = invocation.arguments().positional().get(1);
    Route route = Route.of("agents", invocation.arguments().first(), "rename").with("to", name);
    AgentView agent = invocation.daemon().post(route, AgentView.class);
    invocation.console().line(Console.harmless("renamed to " + agent.name()));
    return ExitCodes.OK;
  }
}
