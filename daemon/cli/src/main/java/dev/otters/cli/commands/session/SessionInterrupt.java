package dev.otters.cli.commands.session;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.time.Duration;
import java.util.List;

final class SessionInterrupt implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session interrupt", Group.SESSIONS, "Stop the turn of a session")
        .details(
            "Stops the running turn of each session as Ctrl-C in 'otters prompt' does: its tools"
                + " are killed, and calls that wait for approval or for your own tools are given"
                + " up. What was said stays in the session. A session without a turn is left as it"
                + " is.")
        .arguments(
            SessionCommands.AGENT,
            Argument.some(SessionCommands.SESSION.label(), SessionCommands.SESSION.help()))
        .example("otters session interrupt guide review", "Stop what the agent does in a session");
  }

  @Override
  public int run(Invocation invocation) {
    List<String> words = invocation.arguments().positional();
    String agent = words.getFirst();
    return invocation.forEach(
        words.subList(1, words.size()),
        session -> {
          String id = SessionCommands.find(invocation, agent, session).id();
          invocation
              .daemon()
              .post(Route.of("agents", agent, "sessions", id, "interrupt"), Duration.ZERO);
          invocation.console().line(Console.harmless("interrupted " + session));
        });
  }
}
