package dev.otters.cli.commands.memory;

import dev.otters.api.memory.MemoryList;
import dev.otters.api.memory.MemoryView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

final class MemorySearch implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("memory search", Group.AGENTS, "Search what agents remember")
        .details(
            "Shows the memories with any of the words, those that fit best first. A word of four"
                + " letters or more also finds words that begin with it.")
        .arguments(Argument.some("WORD", "A word"))
        .options(
            MemoryCommands.NAMESPACE,
            MemoryCommands.LIMIT,
            Invocation.QUIET,
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters memory search release friday", "Search for two words");
  }

  @Override
  public int run(Invocation invocation) {
    Route route =
        MemoryCommands.route(invocation.arguments())
            .with("query", String.join(" ", invocation.arguments().positional()));
    List<MemoryView> found = invocation.daemon().get(route, MemoryList.class).memories();
    return invocation.list(found, found, MemoryView::id, () -> MemoryCommands.table(found));
  }
}
