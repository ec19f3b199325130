package dev.otters.cli.commands.outcome;

import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.api.outcome.OutcomeFinding;
import dev.otters.cli.client.Route;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import java.util.List;

/** The commands for what sessions shall achieve. */
public final class OutcomeCommands {
  private OutcomeCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(
        new OutcomeSet(),
        new OutcomeShow(),
        new OutcomeEvaluate(),
        new OutcomeConfirm(),
        new OutcomeHistoryCommand(),
        new OutcomeRm());
  }

  /** Returns the route of the outcome of the session that the second argument names. */
  static Route route(Invocation invocation, String... more) {
    String agent = invocation.arguments().first();
    String session =
        SessionCommands.find(invocation, agent, invocation.arguments().positional().get(1)).id();
    return more.length == 0
        ? Route.of("agents", agent, "sessions", session, "outcome")
        : Route.of("agents", agent, "sessions", session, "outcome", more[0]);
  }

  static void print(Console console, OutcomeEvaluation evaluation) {
    console.line(
        Console.harmless(
            "%s, %d of %d criteria met, %s"
                .formatted(
                    evaluation.status(),
                    evaluation.met(),
                    evaluation.criteria().size(),
                    evaluation.trend())));
    for (OutcomeFinding finding : evaluation.criteria()) {
      console.line(
          Console.harmless(
              "  %-9s  %s (%s)".formatted(finding.result(), finding.text(), finding.evidence())));
    }
  }
}
