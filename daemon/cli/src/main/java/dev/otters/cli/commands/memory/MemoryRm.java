package dev.otters.cli.commands.memory;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;

final class MemoryRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("memory rm", Group.AGENTS, "Delete memories, with what they replaced")
        .arguments(Argument.some("MEMORY", "Id of the memory"))
        .example("otters memory rm mem_3f2a9c01b7de", "Delete a memory");
  }

  @Override
  public int run(Invocation invocation) {
    return invocation.forEach(
        invocation.arguments().positional(),
        memory -> {
          invocation.daemon().delete(Route.of("memories", memory));
          invocation.console().line(Console.harmless("removed " + memory));
        });
  }
}
