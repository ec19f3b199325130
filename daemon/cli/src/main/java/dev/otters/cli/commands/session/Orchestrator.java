package dev.otters.cli.commands.session;

import dev.otters.api.session.ActivationList;
import dev.otters.api.session.OpenTurn;
import dev.otters.api.session.SessionState;
import dev.otters.api.session.StatusReport;
import dev.otters.cli.client.RetryPause;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.Watch;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Terminal;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Shows what all sessions do that have something to do. */
final class Orchestrator implements RunnableCommand {
  /** The order of the rows: sessions that need a person come first. */
  private static final List<String> ORDER =
      List.of("requires_action", "dead", "blocked_error", "running", "rescheduling", "idle");

  private static final String HOME = "\u001b[H";
  private static final String END_OF_LINE = "\u001b[K";
  private static final String REST = "\u001b[J";

  /** The rows of a screen that are not sessions: two titles, one remark and the cursor. */
  private static final int OTHER_ROWS = 4;

  @Override
  public Command command() {
    return Command.of("orchestrator", Group.SESSIONS, "Show what all sessions do and wait for")
        .alias("agent orchestrator")
        .details(
            "Shows the sessions of all agents that run, wait, are tried again, are paused or have"
                + " failed, those that need you first. The daemon always runs them; this command"
                + " only looks.\n\n"
                + "With --watch, a terminal shows the table anew each second; elsewhere it is"
                + " printed when it changes. With --log, the table is printed once, then one line"
                + " for each change, as 'otters activations -f' does.")
        .options(
            Option.flag("Go on until Ctrl-C", "--watch"),
            Option.flag("Print changes as lines until Ctrl-C", "--log"),
            Invocation.NO_TRUNC,
            Invocation.OUTPUT)
        .example("otters orchestrator", "Show what goes on")
        .example("otters orchestrator --watch", "Watch what goes on")
        .example("otters orchestrator --watch --log", "Print what happens, line by line")
        .example(
            "otters orchestrator --output json | jq -r '.sessions[].command'",
            "Print what you can do");
  }

  @Override
  public int run(Invocation invocation) {
    if (invocation.arguments().has("--log")) {
      return log(invocation);
    }
    if (invocation.arguments().has("--watch")) {
      return watch(invocation);
    }
    StatusReport report = look(invocation, new RetryPause());
    return invocation.print(
        report, () -> lines(report, invocation, 0).forEach(invocation.console()::line));
  }

  /** No change between the table and the lines is missed: the number is older than the table. */
  private static int log(Invocation invocation) {
    long last =
        invocation
            .daemon()
            .get(Route.of("activations").with("limit", "1"), ActivationList.class)
            .last();
    StatusReport report = look(invocation, new RetryPause());
    invocation.printElement(
        report, () -> lines(report, invocation, 0).forEach(invocation.console()::line));
    Activations.follow(invocation, last);
    return ExitCodes.OK;
  }

  private static int watch(Invocation invocation) {
    Console console = invocation.console();
    boolean redraws = console.terminal().out() && !invocation.json();
    RetryPause patience = new RetryPause();
    List<Key> shown = List.of();
    boolean first = true;
    do {
      StatusReport report = look(invocation, patience);
      List<Key> keys = report.sessions().stream().map(Key::of).toList();
      if (redraws) {
        draw(invocation, report, first);
      } else if (first || !keys.equals(shown)) {
        invocation.printElement(report, () -> lines(report, invocation, 0).forEach(console::line));
      }
      shown = keys;
      first = false;
    } while (!console.isDeaf() && Watch.pause());
    return ExitCodes.OK;
  }

  private static StatusReport look(Invocation invocation, RetryPause patience) {
    StatusReport report =
        patience.repeat(
            () -> invocation.daemon().get(Route.of("status"), StatusReport.class),
            invocation.console()::note);
    patience.reset();
    List<SessionState> sorted =
        report.sessions().stream()
            .sorted(
                Comparator.comparingInt((SessionState state) -> ORDER.indexOf(state.status()))
                    .thenComparing(SessionState::since))
            .toList();
    return new StatusReport(sorted, report.more());
  }

  /** Draws over what is there, so that the screen does not flicker. */
  private static void draw(Invocation invocation, StatusReport report, boolean first) {
    Terminal terminal = invocation.console().terminal();
    StringBuilder frame = new StringBuilder(HOME);
    if (first) {
      frame.append(REST);
    }
    lines(report, invocation, Math.max(1, terminal.rows() - OTHER_ROWS))
        .forEach(line -> frame.append(line).append(END_OF_LINE).append('\n'));
    invocation.console().text(frame.append(REST).toString());
  }

  /**
   * Returns the table below a title.
   *
   * @param most how many sessions fit; 0 for all
   */
  private static List<String> lines(StatusReport report, Invocation invocation, int most) {
    List<SessionState> sessions = report.sessions();
    int shown = most == 0 ? sessions.size() : Math.min(most, sessions.size());
    boolean fit = invocation.console().terminal().out() && !invocation.uncut();
    Table table = table(sessions.subList(0, shown), invocation.uncut());
    List<String> lines = new ArrayList<>();
    lines.add(
        sessions.isEmpty()
            ? "no session has anything to do"
            : Plural.of(sessions.size(), "session") + (report.more() ? " and more" : ""));
    if (!sessions.isEmpty()) {
      lines.addAll(table.lines(fit ? invocation.console().terminal().columns() : 0));
    }
    if (shown < sessions.size()) {
      lines.add("… " + Plural.of(sessions.size() - shown, "more session"));
    }
    return lines;
  }

  private static Table table(List<SessionState> sessions, boolean uncut) {
    Instant now = Instant.now();
    Table table =
        new Table("AGENT", "SESSION", "STATE", "SINCE", "FAILED", "WAITS FOR", "NEXT", "INPUT");
    for (SessionState state : sessions) {
      OpenTurn turn = state.turn();
      table.row(
          state.agent(),
          state.name() == null ? Ids.ofSession(state.id(), uncut) : state.name(),
          state.status(),
          Times.span(Duration.between(state.since(), now)),
          turn == null ? "0" : Integer.toString(turn.failures()),
          state.waitsFor(),
          state.next() + StateText.in(state.nextAt(), now),
          turn == null ? "" : turn.input());
    }
    return table;
  }

  /** The part of a row that makes a table worth printing again; times alone do not. */
  private record Key(String agent, String id, String status, String waitsFor, int failures) {
    static Key of(SessionState state) {
      int failures = state.turn() == null ? 0 : state.turn().failures();
      return new Key(state.agent(), state.id(), state.status(), state.waitsFor(), failures);
    }
  }
}
