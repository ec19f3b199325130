package dev.otters.cli.commands.outcome;

import dev.otters.api.Json;
import dev.otters.api.outcome.OutcomeCriterion;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.outcome.OutcomeView;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import java.util.List;

final class OutcomeShow implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("outcome show", Group.SESSIONS, "Show the outcome of a session")
        .details("Shows the criteria, and what the latest evaluation found.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.OUTPUT)
        .example("otters outcome show editor draft", "Show what a session shall achieve");
  }

  @Override
  public int run(Invocation invocation) {
    OutcomeView view =
        invocation.daemon().get(OutcomeCommands.route(invocation), OutcomeView.class);
    return invocation.print(view, () -> print(invocation.console(), view));
  }

  private static void print(Console console, OutcomeView view) {
    OutcomeDefinition outcome = view.outcome();
    if (outcome == null) {
      console.line("the session has no outcome");
      return;
    }
    console.line(Console.harmless(String.valueOf(outcome.title())));
    List<OutcomeCriterion> criteria = outcome.criteria();
    for (OutcomeCriterion criterion : criteria == null ? List.<OutcomeCriterion>of() : criteria) {
      String how = criterion.check() == null ? "you decide" : Json.write(criterion.check());
      console.line(Console.harmless("  " + criterion.text() + ": " + how));
    }
    if (view.latest() != null) {
      OutcomeCommands.print(console, view.latest());
    }
  }
}
