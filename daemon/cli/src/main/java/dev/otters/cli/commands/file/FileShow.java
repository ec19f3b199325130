package dev.otters.cli.commands.file;

import dev.otters.api.resource.FileDetail;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;

final class FileShow implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("file show", Group.AGENTS, "Print a text file that agents keep")
        .details("To a file or a pipe, writes the text as it is.")
        .arguments(FileCommands.FILE)
        .options(Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters file show 12 > plan.md", "Save a file");
  }

  @Override
  public int run(Invocation invocation) {
    FileDetail found =
        invocation
            .daemon()
            .get(Route.of("files", invocation.arguments().first()), FileDetail.class);
    Console console = invocation.console();
    boolean person = console.terminal().out();
    return invocation.print(
        found,
        () -> {
          if (person) {
            console.line(Console.harmless(found.text()).stripTrailing());
          } else {
            console.text(found.text());
          }
        });
  }
}
