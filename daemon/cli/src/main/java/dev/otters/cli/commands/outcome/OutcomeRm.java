package dev.otters.cli.commands.outcome;

import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;

final class OutcomeRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("outcome rm", Group.SESSIONS, "Remove the outcome of a session")
        .details("Removes the criteria and your verdicts. The evaluations stay in the history.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .example("otters outcome rm editor draft", "Ask nothing more of a session");
  }

  @Override
  public int run(Invocation invocation) {
    invocation.daemon().delete(OutcomeCommands.route(invocation));
    invocation.console().line("outcome removed");
    return ExitCodes.OK;
  }
}
