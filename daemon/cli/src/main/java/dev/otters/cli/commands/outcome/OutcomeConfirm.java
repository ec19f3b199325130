package dev.otters.cli.commands.outcome;

import dev.otters.api.outcome.OutcomeVerdict;
import dev.otters.cli.client.Content;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;

final class OutcomeConfirm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("outcome confirm", Group.SESSIONS, "Decide about a criterion of an outcome")
        .details("Decides about a criterion without a check. A later decision replaces it.")
        .arguments(
            SessionCommands.AGENT,
            SessionCommands.SESSION,
            Argument.one("CRITERION", "Number of the criterion, from 1"))
        .options(
            Option.flag("The criterion is met", "--met"),
            Option.flag("The criterion is not met", "--unmet"),
            Option.one("TEXT", "Why, for the model to read", "--note"))
        .example("otters outcome confirm editor draft 2 --met", "Say that a criterion is met")
        .example(
            "otters outcome confirm editor draft 2 --unmet --note \"Too long.\"",
            "Say that it is not met");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    String number = given.positional().get(2);
    if (given.has("--met") == given.has("--unmet")) {
      throw new UsageException(
          "nothing says whether the criterion is met", "Give --met or --unmet.", command());
    }
    if (!number.matches("[0-9]{1,3}")) {
      throw new UsageException(
          "'" + number + "' is not the number of a criterion", "Count from 1.", command());
    }
    OutcomeVerdict verdict =
        new OutcomeVerdict(
            Integer.parseInt(number), given.has("--met"), given.one("--note").orElse(null));
    invocation
        .daemon()
        .post(OutcomeCommands.route(invocation, "verdict"), new Content.Message(verdict));
    invocation.console().line("criterion " + number + (verdict.met() ? " is met" : " is not met"));
    return ExitCodes.OK;
  }
}
