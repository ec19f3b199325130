package dev.otters.cli.commands.agent;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;

final class Rm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("rm", Group.AGENTS, "Remove one or more agents")
        .alias("agent rm")
        .details(
            "Removes the agent's sandbox, workspace and sessions. Use -f for a running agent."
                + " Mounted folders of the host are not touched.")
        .arguments(Argument.some("AGENT", "Name or id of the agent"))
        .options(
            Option.flag("Stop a running agent first", "-f", "--force"),
            Option.flag("Keep its folder on the disk", "--keep-workspace"))
        .example("otters rm guide", "Remove a stopped agent")
        .example("otters rm -f guide", "Remove an agent that may still run");
  }

  @Override
  public int run(Invocation invocation) {
    return invocation.forEach(
        name -> {
          Route route =
              Route.of("agents", name)
                  .when(invocation.arguments().has("--force"), "force")
                  .when(invocation.arguments().has("--keep-workspace"), "keep-workspace");
          invocation.daemon().delete(route);
          invocation.console().line("removed " + name);
        });
  }
}
