package dev.otters.cli.commands.agent;

import dev.otters.api.agent.ContactView;
import dev.otters.api.agent.EgressView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;

/** Shows the hosts that an agent reached or wanted to reach. */
final class Egress implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("egress", Group.AGENTS, "List the hosts that an agent reached")
        .details(
            "Shows the hosts to which the tools of an agent connected, and those that were refused,"
                + " with the rule that allows them or would do so. Allow a host with 'otters update"
                + " --allow-host'. SENT and RECEIVED count connections that have ended.")
        .arguments(Argument.one("AGENT", "Name or id of the agent"))
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters egress guide", "List hosts")
        .example(
            "otters egress --format '{{.Host}} {{.Rule}}' guide", "Print hosts and their rules");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = Route.of("agents", invocation.arguments().first(), "egress");
    List<ContactView> found = invocation.daemon().get(route, EgressView.class).contacts();
    return invocation.list(found, found, ContactView::host, () -> table(found));
  }

  private static Table table(List<ContactView> contacts) {
    Instant now = Instant.now();
    Table table = new Table("HOST", "PORT", "ANSWER", "RULE", "COUNT", "SENT", "RECEIVED", "LAST");
    for (ContactView contact : contacts) {
      table.row(
          contact.host(),
          String.valueOf(contact.port()),
          contact.allowed() ? "allowed" : "refused",
          contact.rule(),
          String.valueOf(contact.connections()),
          Sizes.of(contact.sent()),
          Sizes.of(contact.received()),
          Times.ago(contact.last(), now));
    }
    return table;
  }
}
