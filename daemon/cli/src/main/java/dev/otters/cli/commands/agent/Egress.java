package dev.otters.cli.commands.agent;

import dev.otters.api.agent.ContactView;
import dev.otters.api.agent.EgressView;
import dev.otters.cli.client.RetryPause;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.Watch;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;
import java.util.Set;

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
        .options(
            Option.flag(
                "Print hosts again when their numbers change, until Ctrl-C", "-f", "--follow"),
            Invocation.QUIET,
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters egress guide", "List hosts")
        .example("otters egress -f guide", "Follow what an agent reaches")
        .example(
            "otters egress --format '{{.Host}} {{.Rule}}' guide", "Print hosts and their rules");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = Route.of("agents", invocation.arguments().first(), "egress");
    if (invocation.arguments().has("--follow")) {
      return follow(invocation, route);
    }
    List<ContactView> found = contacts(invocation, route);
    return invocation.list(found, found, ContactView::host, () -> table(found));
  }

  private static List<ContactView> contacts(Invocation invocation, Route route) {
    return invocation.daemon().get(route, EgressView.class).contacts();
  }

  /** Prints each contact that is new or has other numbers than before. */
  private static int follow(Invocation invocation, Route route) {
    Set<ContactView> printed = Set.of();
    RetryPause patience = new RetryPause();
    do {
      List<ContactView> found =
          patience.repeat(() -> contacts(invocation, route), invocation.console()::note);
      patience.reset();
      for (ContactView contact : found.reversed()) {
        if (!printed.contains(contact)) {
          invocation.printElement(contact, () -> line(invocation, contact));
        }
      }
      printed = Set.copyOf(found);
    } while (!invocation.console().isDeaf() && Watch.pause());
    return ExitCodes.OK;
  }

  private static void line(Invocation invocation, ContactView contact) {
    String text = invocation.quiet() ? contact.host() : described(contact);
    invocation.console().oneLine(text, invocation.uncut());
  }

  private static String described(ContactView contact) {
    return "%s %s:%d %s rule=%s count=%d sent=%d received=%d"
        .formatted(
            contact.last(),
            contact.host(),
            contact.port(),
            contact.allowed() ? "allowed" : "refused",
            contact.rule(),
            contact.connections(),
            contact.sent(),
            contact.received());
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
