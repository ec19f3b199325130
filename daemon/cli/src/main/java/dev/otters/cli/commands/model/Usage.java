package dev.otters.cli.commands.model;

import dev.otters.api.session.Dollars;
import dev.otters.api.session.UsageReport;
import dev.otters.api.session.UsageRow;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Table;
import dev.otters.cli.local.OptionValues;
import java.time.Instant;
import java.util.Locale;

final class Usage implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("usage", Group.MODELS, "Show the tokens that agents used, and their cost")
        .details(
            "Counts also removed agents and sessions. INPUT includes CACHED, which a vendor read"
                + " from its cache, and WRITTEN, which it wrote to it. OUTPUT includes REASONING."
                + " '~' marks counts that are estimated in part. COST is in US dollars, at the"
                + " prices of the day of each answer. Days are in UTC.")
        .options(
            Option.one("GROUP", "Group by agent (the default), session, day or provider", "--by"),
            Option.one("TIME", "Count only newer answers: 7d, or 2026-01-31T12:00:00Z", "--since"),
            Option.one("AGENT", "Count only this agent", "--agent"),
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters usage", "Show the tokens of each agent")
        .example(
            "otters usage --by day --since 7d --agent guide", "Show the last week of an agent");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    String by =
        OptionValues.word(
            "--by", given.one("--by").orElse("agent"), "agent", "session", "day", "provider");
    Route route = Route.of("usage").with("by", by);
    given
        .one("--since")
        .map(since -> OptionValues.time("--since", since, Instant.now()).toString())
        .ifPresent(since -> route.with("since", since));
    given.one("--agent").ifPresent(agent -> route.with("agent", agent));
    UsageReport report = invocation.daemon().get(route, UsageReport.class);
    return invocation.print(report, report.rows(), () -> print(invocation, by, report));
  }

  private static void print(Invocation invocation, String by, UsageReport report) {
    Table table =
        new Table(
            by.toUpperCase(Locale.ROOT),
            "REQUESTS",
            "INPUT",
            "OUTPUT",
            "CACHED",
            "WRITTEN",
            "REASONING",
            "COST");
    report.rows().forEach(row -> add(table, Ids.ofSession(row.name(), invocation.uncut()), row));
    add(table, report.total().name(), report.total());
    Console console = invocation.console();
    table.print(console, invocation.uncut());
    report.warnings().forEach(console::warn);
    if (report.leftOut() > 0) {
      console.note("note: " + report.leftOut() + " more are not listed. Use --since or --agent.");
    }
  }

  private static void add(Table table, String name, UsageRow row) {
    String mark = row.estimated() ? "~" : "";
    table.row(
        name,
        Long.toString(row.requests()),
        mark + row.inputTokens(),
        mark + row.outputTokens(),
        Long.toString(row.cachedTokens()),
        Long.toString(row.cacheWriteTokens()),
        Long.toString(row.reasoningTokens()),
        cost(row));
  }

  private static String cost(UsageRow row) {
    if (row.requests() > 0 && row.unpriced() == row.requests()) {
      return "no price";
    }
    String cost = (row.estimated() ? "~" : "") + Dollars.text(row.costNanos());
    return row.unpriced() == 0 ? cost : cost + " + " + row.unpriced() + " unpriced";
  }
}
