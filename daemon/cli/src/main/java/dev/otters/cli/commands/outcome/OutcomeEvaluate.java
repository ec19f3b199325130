package dev.otters.cli.commands.outcome;

import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.cli.client.Content;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;

final class OutcomeEvaluate implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("outcome evaluate", Group.SESSIONS, "Check whether an outcome is met")
        .details("Makes the checks now. Ends with 1 unless the status is pass.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.OUTPUT)
        .example("otters outcome evaluate editor draft", "Check what a session has achieved");
  }

  @Override
  public int run(Invocation invocation) {
    OutcomeEvaluation evaluation =
        invocation
            .daemon()
            .postChecked(
                OutcomeCommands.route(invocation, "evaluate"),
                Content.none(),
                OutcomeEvaluation.class);
    int printed =
        invocation.print(evaluation, () -> OutcomeCommands.print(invocation.console(), evaluation));
    return evaluation.status().equals("pass") ? printed : ExitCodes.FAILED;
  }
}
