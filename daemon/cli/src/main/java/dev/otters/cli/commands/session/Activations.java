package dev.otters.cli.commands.session;

import dev.otters.api.session.ActivationList;
import dev.otters.api.session.ActivationMove;
import dev.otters.cli.client.RetryPause;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.Watch;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import java.util.List;

/** Prints the journal of activations. */
final class Activations implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("activations", Group.SESSIONS, "Show how turns were taken and ended")
        .alias("agent activation-events")
        .details(
            "Prints one line for each move of an activation, the newest last: leased, acked,"
                + " requeued, expired, paused, resumed, blocked, rearmed or abandoned, with the"
                + " fence and the cause. The daemon keeps moves for 30 days, unless the session is"
                + " removed.")
        .arguments(
            Argument.optional("AGENT", "Name or id of the agent (default all agents)"),
            Argument.optional("SESSION", "Name or id of the session (default all sessions)"))
        .options(
            SessionCommands.last("moves"),
            Option.flag("Print new moves until Ctrl-C", "-f", "--follow"),
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters activations", "Show the latest moves of all agents")
        .example("otters activations -f guide", "Follow the turns of an agent")
        .example(
            "otters activations --output json guide review | jq -r .cause",
            "Print why the turns of a session ended");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    ActivationList newest =
        invocation.daemon().get(SessionCommands.limited(route(given), given), ActivationList.class);
    newest.moves().reversed().forEach(move -> print(invocation, move));
    if (given.has("--follow")) {
      follow(invocation, newest.last());
    }
    return ExitCodes.OK;
  }

  private static Route route(Arguments given) {
    Route route = Route.of("activations");
    List<String> words = given.positional();
    if (!words.isEmpty()) {
      route.with("agent", words.getFirst());
    }
    if (words.size() > 1) {
      route.with("session", words.get(1));
    }
    return route;
  }

  /** Prints the moves after a number, each once, until the reader of standard output is gone. */
  static void follow(Invocation invocation, long after) {
    long last = after;
    RetryPause patience = new RetryPause();
    boolean more = true;
    while (!invocation.console().isDeaf() && (more || Watch.pause())) {
      Route route = route(invocation.arguments()).with("after", Long.toString(last));
      ActivationList found =
          patience.repeat(
              () -> invocation.daemon().get(route, ActivationList.class),
              invocation.console()::note);
      patience.reset();
      found.moves().forEach(move -> print(invocation, move));
      last = found.last();
      more = found.more();
    }
  }

  private static void print(Invocation invocation, ActivationMove move) {
    invocation.printElement(move, () -> line(invocation.console(), move, invocation.uncut()));
  }

  private static void line(Console console, ActivationMove move, boolean uncut) {
    String text =
        "%s %-9s %s/%s activation=%s fence=%d%s %s"
            .formatted(
                move.at(),
                move.kind(),
                move.agent(),
                Ids.ofSession(move.session(), uncut),
                Ids.of(move.activation(), uncut),
                move.fence(),
                move.runtime() == null ? "" : " runtime=" + Ids.of(move.runtime(), uncut),
                move.cause());
    console.oneLine(text, uncut);
  }
}
