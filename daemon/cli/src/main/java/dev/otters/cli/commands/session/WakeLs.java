package dev.otters.cli.commands.session;

import dev.otters.api.session.WakeList;
import dev.otters.api.session.WakeView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

final class WakeLs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session wake ls", Group.SESSIONS, "List the wakes that are scheduled")
        .details("Shows the pending wakes, those that are due first at the beginning.")
        .arguments(
            Argument.optional("AGENT", "Name or id of the agent (default all agents)"),
            Argument.optional("SESSION", "Name or id of the session (default all sessions)"))
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters session wake ls", "List all wakes")
        .example("otters session wake ls ops deploy", "List the wakes of a session");
  }

  @Override
  public int run(Invocation invocation) {
    List<WakeView> found =
        invocation.daemon().get(route(invocation.arguments().positional()), WakeList.class).wakes();
    return invocation.list(found, found, WakeView::id, () -> table(found, invocation.uncut()));
  }

  private static Route route(List<String> given) {
    return switch (given.size()) {
      case 0 -> Route.of("wakes");
      case 1 -> Route.of("wakes").with("agent", given.getFirst());
      default -> Route.of("agents", given.getFirst(), "sessions", given.get(1), "wakes");
    };
  }

  private static Table table(List<WakeView> wakes, boolean uncut) {
    Instant now = Instant.now();
    Table table = new Table("ID", "AGENT", "SESSION", "DUE", "REPEATS", "PRIORITY", "KEY", "NOTE");
    for (WakeView wake : wakes) {
      table.row(
          wake.id(),
          wake.agent(),
          Ids.ofSession(wake.session(), uncut),
          wake.dueAt().isAfter(now)
              ? "in " + Times.span(Duration.between(now, wake.dueAt()))
              : "now",
          repeats(wake),
          wake.priority(),
          wake.key() == null ? "-" : wake.key(),
          wake.note());
    }
    return table;
  }

  private static String repeats(WakeView wake) {
    if (wake.cron() != null) {
      return wake.cron() + " " + wake.zone();
    }
    Long every = wake.everySeconds();
    return every == null ? "-" : "every " + Times.whole(Duration.ofSeconds(every));
  }
}
