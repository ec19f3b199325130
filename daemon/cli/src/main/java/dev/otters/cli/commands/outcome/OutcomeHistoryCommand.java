package dev.otters.cli.commands.outcome;

import dev.otters.api.outcome.OutcomeHistory;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;

final class OutcomeHistoryCommand implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("outcome history", Group.SESSIONS, "List evaluations of a session's outcome")
        .details("Lists the newest 100 evaluations, the newest first.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.OUTPUT)
        .example("otters outcome history editor draft", "Show how a session got on");
  }

  @Override
  public int run(Invocation invocation) {
    OutcomeHistory history =
        invocation.daemon().get(OutcomeCommands.route(invocation, "history"), OutcomeHistory.class);
    return invocation.print(
        history,
        () -> history.evaluations().forEach(it -> OutcomeCommands.print(invocation.console(), it)));
  }
}
