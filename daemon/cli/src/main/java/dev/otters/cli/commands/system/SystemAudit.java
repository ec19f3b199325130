package dev.otters.cli.commands.system;

import dev.otters.api.system.AuditEntry;
import dev.otters.api.system.AuditList;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Table;
import java.util.List;

final class SystemAudit implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("system audit", Group.SYSTEM, "List what operators did with vaults")
        .details(
            "Shows each change and each look at a value, the newest first. TOKEN is the id of the"
                + " token of the request.")
        .options(
            Option.one("N", "Show at most N rows (default 100, at most 1000)", "-n", "--limit"),
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters system audit", "Show who revealed a value");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = Route.of("audit");
    Route asked =
        invocation.arguments().one("--limit").map(n -> route.with("limit", n)).orElse(route);
    List<AuditEntry> found = invocation.daemon().get(asked, AuditList.class).entries();
    return invocation.list(found, found, AuditEntry::subject, () -> table(found));
  }

  private static Table table(List<AuditEntry> entries) {
    Table table = new Table("TIME", "ACTION", "SUBJECT", "TOKEN");
    entries.forEach(
        one -> table.row(one.at().toString(), one.action(), one.subject(), one.token()));
    return table;
  }
}
