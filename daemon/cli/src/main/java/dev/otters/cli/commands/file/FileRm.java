package dev.otters.cli.commands.file;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;

final class FileRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("file rm", Group.AGENTS, "Delete text files that agents keep")
        .arguments(Argument.some("ID", "Id of the file"))
        .example("otters file rm 12", "Delete a file");
  }

  @Override
  public int run(Invocation invocation) {
    return invocation.forEach(
        invocation.arguments().positional(),
        file -> {
          invocation.daemon().delete(Route.of("files", file));
          invocation.console().line(Console.harmless("removed " + file));
        });
  }
}
