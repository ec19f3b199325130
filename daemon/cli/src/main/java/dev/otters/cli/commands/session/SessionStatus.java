package dev.otters.cli.commands.session;

import dev.otters.api.session.SessionState;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

final class SessionStatus implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session status", Group.SESSIONS, "Show what a session waits for")
        .alias("agent session status")
        .details(
            "Shows what the session waits for and since when, which runtime holds its turn, how"
                + " often the turn was tried and why it failed, what comes next, and the command"
                + " with which you go on.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters session status guide review", "Show what a session waits for")
        .example(
            "otters session status --output json guide review | jq -r .command",
            "Print only the command with which you go on");
  }

  @Override
  public int run(Invocation invocation) {
    List<String> given = invocation.arguments().positional();
    Route route = Route.of("agents", given.getFirst(), "sessions", given.get(1), "status");
    SessionState state = invocation.daemon().get(route, SessionState.class);
    return invocation.print(state, () -> StateText.print(invocation.console(), state));
  }
}
