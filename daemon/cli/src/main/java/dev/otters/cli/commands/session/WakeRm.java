package dev.otters.cli.commands.session;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.util.List;

final class WakeRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session wake rm", Group.SESSIONS, "Remove one or more wakes of a session")
        .details("A turn that a wake began goes on.")
        .arguments(
            SessionCommands.AGENT,
            SessionCommands.SESSION,
            Argument.some("ID", "Id of 'otters session wake ls'"))
        .example("otters session wake rm ops deploy 7", "Remove a wake");
  }

  @Override
  public int run(Invocation invocation) {
    List<String> words = invocation.arguments().positional();
    String agent = words.getFirst();
    String session = SessionCommands.find(invocation, agent, words.get(1)).id();
    return invocation.forEach(
        words.subList(2, words.size()),
        wake -> {
          invocation.daemon().delete(Route.of("agents", agent, "sessions", session, "wakes", wake));
          invocation.console().line(Console.harmless("removed " + wake));
        });
  }
}
