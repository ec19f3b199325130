package dev.otters.cli.commands.repo;

import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;

final class RepoRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("repo rm", Group.AGENTS, "Remove a git repository of an agent")
        .details("Removes the clone when no turn runs.")
        .arguments(SessionCommands.AGENT, RepoCommands.NAME)
        .example("otters repo rm guide docs", "Remove it");
  }

  @Override
  public int run(Invocation invocation) {
    String agent = invocation.arguments().first();
    String name = invocation.arguments().positional().get(1);
    invocation.daemon().delete(RepoCommands.repo(agent, name));
    invocation.console().line(Console.harmless("removed " + name));
    return ExitCodes.OK;
  }
}
