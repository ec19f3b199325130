package dev.otters.cli.commands.memory;

import dev.otters.api.memory.MemoryList;
import dev.otters.api.memory.MemoryView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;

final class MemoryLs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("memory ls", Group.AGENTS, "List what agents remember")
        .alias("memory list")
        .details(
            "Shows the newest memories of all agents first, without those that another one"
                + " replaced.")
        .options(
            MemoryCommands.NAMESPACE,
            Option.one("TOPIC", "Only memories with this topic", "--topic"),
            MemoryCommands.LIMIT,
            Invocation.QUIET,
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters memory ls", "List the newest memories")
        .example("otters memory ls --namespace app/user", "List those of one namespace");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = MemoryCommands.route(invocation.arguments());
    invocation.arguments().one("--topic").ifPresent(topic -> route.with("topic", topic));
    MemoryList found = invocation.daemon().get(route, MemoryList.class);
    int exit =
        invocation.list(
            found.memories(),
            found.memories(),
            MemoryView::id,
            () -> MemoryCommands.table(found.memories()));
    if (found.next() != null && invocation.console().terminal().err()) {
      invocation.console().note("There are more memories. Show them with -n.");
    }
    return exit;
  }
}
