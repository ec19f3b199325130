package dev.otters.cli.commands.session;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.io.IOException;
import java.util.List;

final class SessionRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session rm", Group.SESSIONS, "Remove one or more sessions of an agent")
        .details(
            "Removes the log of each session, and its files in /workspace/sessions and /runtime. On"
                + " a terminal, asks first. Use -f for a running session: its turn is interrupted."
                + " The rest of the workspace is not touched.")
        .arguments(
            SessionCommands.AGENT,
            Argument.some(SessionCommands.SESSION.label(), SessionCommands.SESSION.help()))
        .options(Option.flag("Do not ask; interrupt a running turn", "-f", "--force"))
        .example("otters session rm guide review", "Remove a session")
        .example("otters session rm -f guide review", "Remove a session that may still run");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    String agent = invocation.arguments().first();
    List<String> words = invocation.arguments().positional();
    List<String> sessions = words.subList(1, words.size());
    boolean force = invocation.arguments().has("--force");
    if (!force && !agreed(invocation.console(), agent, sessions)) {
      invocation.console().note("nothing was removed");
      return ExitCodes.FAILED;
    }
    return invocation.forEach(
        sessions,
        session -> {
          String id = SessionCommands.find(invocation, agent, session).id();
          invocation
              .daemon()
              .delete(Route.of("agents", agent, "sessions", id).when(force, "force"));
          invocation.console().line(Console.harmless("removed " + session));
        });
  }

  private static boolean agreed(Console console, String agent, List<String> sessions)
      throws IOException {
    if (!console.terminal().in() || !console.terminal().err()) {
      return true;
    }
    String names = String.join(", ", sessions);
    return console.agrees(Console.harmless("Remove " + names + " of agent " + agent + "? [y/N] "));
  }
}
