package dev.otters.cli.commands.token;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;

final class TokenRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("token rm", Group.SYSTEM, "Remove one or more tokens of applications")
        .details("The next request with such a token is refused, and its streams end.")
        .arguments(Argument.some("ID", "Id of the token, see 'otters token ls'"))
        .example("otters token rm 3f2a9c01b7de", "Remove a token");
  }

  @Override
  public int run(Invocation invocation) {
    return invocation.forEach(
        invocation.arguments().positional(),
        id -> {
          invocation.daemon().delete(Route.of("tokens", id));
          invocation.console().line(Console.harmless("removed " + id));
        });
  }
}
