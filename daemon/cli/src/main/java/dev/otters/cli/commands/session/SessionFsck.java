package dev.otters.cli.commands.session;

import dev.otters.api.session.SessionFinding;
import dev.otters.api.session.SessionFsckResult;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.Style;
import dev.otters.cli.console.Table;
import java.util.List;

final class SessionFsck implements RunnableCommand {
  private static final int MOST_FINDINGS = 50;

  @Override
  public Command command() {
    return Command.of("session fsck", Group.SESSIONS, "Check logs of sessions and their mirrors")
        .details(
            """
            The files in sessions/ of the home folder mirror the logs. --repair writes damaged files
            anew from the log. Ends with 1 if damage is left.\
            """)
        .arguments(
            Argument.optional("AGENT", "Name or id of the only agent to check"),
            Argument.optional("SESSION", "Name or id of its only session to check"))
        .options(
            Option.flag("Write damaged files anew", "--repair"),
            Invocation.NO_TRUNC,
            Invocation.OUTPUT)
        .example("otters session fsck", "Check all sessions")
        .example("otters session fsck --repair guide", "Check and repair the sessions of an agent");
  }

  @Override
  public int run(Invocation invocation) {
    SessionFsckResult result =
        invocation.work(route(invocation.arguments()), Content.none(), SessionFsckResult.class);
    int exit = result.sound() ? ExitCodes.OK : ExitCodes.FAILED;
    if (invocation.json()) {
      var _ = invocation.printJson(result);
      return exit;
    }
    Console console = invocation.console();
    List<SessionFinding> shown = result.findings().stream().limit(MOST_FINDINGS).toList();
    if (!shown.isEmpty()) {
      table(shown).print(console, invocation.uncut());
      shown.stream()
          .map(SessionFinding::remedy)
          .filter(remedy -> remedy != null)
          .distinct()
          .forEach(remedy -> console.note(Console.harmless(remedy)));
    }
    long more = result.findings().size() - shown.size() + result.more();
    if (more > 0) {
      console.note("and " + more + " more; check one agent to see them");
    }
    console.line(
        "checked "
            + Plural.of(result.sessions(), "session")
            + (result.sound() ? ": no damage" : ": damaged"));
    return exit;
  }

  private static Route route(Arguments given) {
    List<String> names = given.positional();
    Route route = Route.of("sessions", "fsck").when(given.has("--repair"), "repair");
    route = names.isEmpty() ? route : route.with("agent", names.getFirst());
    return names.size() < 2 ? route : route.with("session", names.get(1));
  }

  private static Table table(List<SessionFinding> findings) {
    Table table = new Table("AGENT", "SESSION", "IN", "STATE", "FINDING");
    for (SessionFinding finding : findings) {
      table.row(
          finding.repaired() ? Style.PLAIN : Style.RED,
          Console.harmless(finding.agent()),
          Console.harmless(finding.session()),
          finding.kind(),
          finding.repaired() ? "repaired" : "damaged",
          Console.harmless(finding.message()));
    }
    return table;
  }
}
