package dev.otters.cli.commands.scratch;

import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;

final class ContextStoreClear implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("context-store clear", Group.AGENTS, "Delete all entries of scratchpads")
        .details("Messages that brought a scratchpad keep what it said when they arrived.")
        .arguments(Argument.some("ID", "Id of the scratchpad"))
        .example("otters context-store clear team", "Empty a scratchpad");
  }

  @Override
  public int run(Invocation invocation) {
    return invocation.forEach(
        invocation.arguments().positional(),
        id -> {
          invocation.daemon().delete(ContextStoreCommands.pad(id));
          invocation.console().line(Console.harmless("cleared " + id));
        });
  }
}
