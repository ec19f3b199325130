package dev.otters.cli.commands.session;

import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

final class SessionLs implements RunnableCommand {
  private static final int LONGEST_NAME = 36;

  @Override
  public Command command() {
    return Command.of("session ls", Group.SESSIONS, "List sessions")
        .alias("session list")
        .details(
            "Shows the sessions of one agent, or of all agents, most recently used first. The title"
                + " is the name from 'otters session rename', or the beginning of the first"
                + " message.")
        .arguments(Argument.optional("AGENT", "Name or id of the agent (default all agents)"))
        .options(
            SessionCommands.last("sessions"),
            Invocation.QUIET,
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters session ls", "List the latest sessions of all agents")
        .example("otters session ls -q guide", "Print the ids of an agent's sessions")
        .example("otters session ls -n 1 --output json", "Print the latest session as JSON");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = SessionCommands.limited(Route.of("sessions"), invocation.arguments());
    invocation.arguments().positional().forEach(agent -> route.with("agent", agent));
    SessionList found = invocation.daemon().get(route, SessionList.class);
    List<SessionSummary> sessions = found.sessions();
    int exit =
        invocation.list(
            sessions,
            sessions,
            session -> Ids.ofSession(session.id(), invocation.uncut()),
            () -> table(sessions, invocation.uncut()));
    if (found.more() && invocation.console().terminal().err()) {
      invocation.console().note("There are more sessions. Show them with -n.");
    }
    return exit;
  }

  private static Table table(List<SessionSummary> sessions, boolean uncut) {
    Instant now = Instant.now();
    boolean expiring = sessions.stream().anyMatch(session -> session.expiresAt() != null);
    boolean related = sessions.stream().anyMatch(session -> session.parent() != null);
    List<String> heads = new ArrayList<>(List.of("ID", "AGENT", "STATUS", "TURNS", "LAST"));
    if (expiring) {
      heads.add("EXPIRES");
    }
    if (related) {
      heads.add("PARENT");
    }
    heads.add("TITLE");
    Table table = new Table(heads.toArray(String[]::new));
    for (SessionSummary session : sessions) {
      String id = Ids.ofSession(session.id(), uncut);
      List<String> cells =
          new ArrayList<>(
              List.of(
                  uncut || id.length() <= LONGEST_NAME ? id : id.substring(0, LONGEST_NAME) + "…",
                  session.agent(),
                  session.status(),
                  Long.toString(session.turns()),
                  Times.ago(session.updatedAt(), now)));
      Instant expires = session.expiresAt();
      if (expiring) {
        cells.add(expires == null ? "" : Times.seen(expires, now));
      }
      if (related) {
        cells.add(parent(session, uncut));
      }
      cells.add(session.name() == null ? session.title() : session.name());
      table.row(cells.toArray(String[]::new));
    }
    return table;
  }

  private static String parent(SessionSummary session, boolean uncut) {
    String parent = session.parent();
    if (parent == null) {
      return "";
    }
    int id = parent.indexOf('/') + 1;
    return parent.substring(0, id) + Ids.ofSession(parent.substring(id), uncut);
  }
}
