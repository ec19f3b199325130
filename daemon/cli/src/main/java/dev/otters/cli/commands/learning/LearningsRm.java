package dev.otters.cli.commands.learning;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import java.util.List;

final class LearningsRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("learnings rm", Group.AGENTS, "Delete what an agent learned")
        .details("The agent may record the same again.")
        .arguments(SessionCommands.AGENT, Argument.some("ID", "Id of the learning"))
        .example("otters learnings rm editor 3", "Delete a wrong lesson");
  }

  @Override
  public int run(Invocation invocation) {
    List<String> given = invocation.arguments().positional();
    return invocation.forEach(
        given.subList(1, given.size()),
        id -> {
          invocation.daemon().delete(Route.of("agents", given.getFirst(), "learnings", id));
          invocation.console().line(Console.harmless("removed " + id));
        });
  }
}
