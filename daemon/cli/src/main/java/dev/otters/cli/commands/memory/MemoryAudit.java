package dev.otters.cli.commands.memory;

import dev.otters.api.memory.ResourceCallList;
import dev.otters.api.memory.ResourceCallView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Table;
import java.util.List;

final class MemoryAudit implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("memory audit", Group.AGENTS, "List what agents asked of resources")
        .details(
            "Shows the newest calls first: who asked for what, and whether mode and grants allowed"
                + " it. CALL is 'context' for what a turn learned when it began. PATH is what the"
                + " call reached, or what the model wrote if that was denied.")
        .options(MemoryCommands.LIMIT, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters memory audit", "Show who read and wrote what");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = MemoryCommands.limited(Route.of("resource-calls"), invocation.arguments());
    List<ResourceCallView> found = invocation.daemon().get(route, ResourceCallList.class).calls();
    return invocation.list(
        found, found, ResourceCallView::activation, () -> table(found, invocation.uncut()));
  }

  private static Table table(List<ResourceCallView> calls, boolean uncut) {
    Table table =
        new Table("TIME", "AGENT", "SESSION", "RESOURCE", "MODE", "CALL", "PATH", "ALLOWED");
    for (ResourceCallView call : calls) {
      table.row(
          call.at().toString(),
          call.agent(),
          Ids.ofSession(call.session(), uncut),
          call.resource(),
          call.mode(),
          call.operation(),
          call.path().isEmpty() ? "-" : call.path(),
          call.allowed() ? "yes" : "no");
    }
    return table;
  }
}
