package dev.otters.cli.commands.session;

import dev.otters.api.session.SessionName;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;

final class SessionRename implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session rename", Group.SESSIONS, "Name a session")
        .details(
            "Gives a session a name, which every command takes in the place of its id. A name has"
                + " up to 128 letters, digits, dots, underscores, colons and dashes, is unique"
                + " among the sessions of the agent, and does not look like the beginning of an id."
                + " The id of the session as the name takes its name away.")
        .arguments(
            SessionCommands.AGENT, SessionCommands.SESSION, Argument.one("NAME", "The new name"))
        .example("otters session rename guide 0a1b2c3d review", "Name a session");
  }

  @Override
  public int run(Invocation invocation) {
    String agent = invocation.arguments().first();
    String session = invocation.arguments().positional().get(1);
    String name = invocation.arguments().positional().get(2);
    String id = SessionCommands.find(invocation, agent, session).id();
    var _ =
        invocation
            .daemon()
            .put(
                Route.of("agents", agent, "sessions", id, "name"),
                new SessionName(name),
                SessionSummary.class);
    invocation.console().line(Console.harmless("renamed " + session + " to " + name));
    return ExitCodes.OK;
  }
}
