package dev.otters.cli.commands.session;

import dev.otters.api.session.GrantRevocation;
import dev.otters.api.session.SessionGrants;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.util.List;

final class SessionRevoke implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session revoke", Group.SESSIONS, "Take grants from a session")
        .details(
            "Takes the grants at or below each namespace. Its children lose what it lacks then. The"
                + " next turn starts without them; a turn that runs keeps what it started with."
                + " Stop it with 'otters session interrupt'. Grants cannot be given back.")
        .arguments(
            SessionCommands.AGENT,
            SessionCommands.SESSION,
            Argument.some("NAMESPACE", "Namespace, such as app/user/u_123"))
        .options(Invocation.OUTPUT)
        .example("otters session revoke notebook daily team/web", "Take a grant from a session");
  }

  @Override
  public int run(Invocation invocation) {
    List<String> words = invocation.arguments().positional();
    String agent = words.getFirst();
    String id = SessionCommands.find(invocation, agent, words.get(1)).id();
    SessionGrants left =
        invocation
            .daemon()
            .post(
                Route.of("agents", agent, "sessions", id, "revoke"),
                new GrantRevocation(words.subList(2, words.size())),
                SessionGrants.class);
    String shown = left.grants().isEmpty() ? "none" : String.join(", ", left.grants());
    return invocation.print(
        left, () -> invocation.console().line(Console.harmless("grants " + shown)));
  }
}
