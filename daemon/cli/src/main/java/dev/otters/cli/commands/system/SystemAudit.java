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
    return Command.of(
            "system audit", Group.SYSTEM, "List requests that changed something or were refused")
        .details(
            "Shows every request that writes, and those that were refused, the newest first. TOKEN"
                + " is the id of the token of the request. STATUS is '-' if the daemon ended before"
                + " it answered. COUNT is the number of equal refused requests within an hour. PEER"
                + " is 'agent', 'egress' or 'models' for a client that an agent's socket refused.")
        .options(
            Option.one("N", "Show at most N rows (default 100, at most 1000)", "-n", "--limit"),
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters system audit", "Show who changed what");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = Route.of("audit");
    Route asked =
        invocation.arguments().one("--limit").map(n -> route.with("limit", n)).orElse(route);
    List<AuditEntry> found = invocation.daemon().get(asked, AuditList.class).entries();
    return invocation.list(found, found, AuditEntry::call, () -> table(found));
  }

  private static Table table(List<AuditEntry> entries) {
    Table table = new Table("TIME", "CALL", "TARGET", "STATUS", "TOKEN", "PEER", "COUNT");
    entries.forEach(
        one ->
            table.row(
                one.at().toString(),
                one.call(),
                one.target(),
                one.status() == null ? "-" : one.status().toString(),
                one.token(),
                one.peer(),
                Long.toString(one.count())));
    return table;
  }
}
