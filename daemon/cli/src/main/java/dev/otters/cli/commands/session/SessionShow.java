package dev.otters.cli.commands.session;

import dev.otters.api.session.SessionSummary;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Times;
import java.time.Instant;

final class SessionShow implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session show", Group.SESSIONS, "Show a session")
        .alias("session inspect")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters session show guide review", "Show the status and the usage of a session");
  }

  @Override
  public int run(Invocation invocation) {
    SessionSummary session =
        invocation
            .daemon()
            .get(SessionCommands.route(invocation.arguments()), SessionSummary.class);
    return invocation.print(session, () -> print(invocation.console(), session));
  }

  private static void print(Console console, SessionSummary session) {
    Instant now = Instant.now();
    String reason = session.reason() == null ? "" : ": " + session.reason();
    console.fact("id        ", session.id());
    if (session.name() != null) {
      console.fact("name      ", session.name());
    }
    console.fact("agent     ", session.agent());
    console.fact("status    ", session.status() + reason);
    console.fact("turns     ", Long.toString(session.turns()));
    console.fact("events    ", Long.toString(session.events()));
    console.fact("tokens    ", session.inputTokens() + " in, " + session.outputTokens() + " out");
    console.fact("created   ", Times.ago(session.createdAt(), now));
    console.fact("last used ", Times.ago(session.updatedAt(), now));
    console.fact("title     ", session.title().replace('\n', ' '));
  }
}
