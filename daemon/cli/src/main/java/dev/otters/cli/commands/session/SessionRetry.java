package dev.otters.cli.commands.session;

import dev.otters.api.session.SessionState;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import java.time.Instant;

final class SessionRetry implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session retry", Group.SESSIONS, "Start a failed turn again")
        .details(
            "Starts the last turn of a session again that is dead or blocked_error, with all its"
                + " attempts. What the turn did before stays in the session. If the agent is"
                + " stopped, the turn waits for it. Repeating the command changes nothing.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.OUTPUT)
        .example("otters session retry guide review", "Try again what failed");
  }

  @Override
  public int run(Invocation invocation) {
    String agent = invocation.arguments().first();
    String session = invocation.arguments().positional().get(1);
    String id = SessionCommands.find(invocation, agent, session).id();
    Route route = Route.of("agents", agent, "sessions", id, "retry");
    SessionState state = invocation.daemon().post(route, SessionState.class);
    return invocation.print(state, () -> print(invocation.console(), state));
  }

  private static void print(Console console, SessionState state) {
    String next = state.next() + StateText.in(state.nextAt(), Instant.now());
    console.line(
        Console.harmless(
            Ids.ofSession(state.id(), false) + " waits for " + state.waitsFor() + ": " + next));
    if (state.command() != null) {
      console.line(Console.harmless("Go on with '" + state.command() + "'."));
    }
  }
}
