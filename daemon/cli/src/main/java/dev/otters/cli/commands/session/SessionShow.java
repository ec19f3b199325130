package dev.otters.cli.commands.session;

import dev.otters.api.session.BudgetRequest;
import dev.otters.api.session.CustomCallView;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class SessionShow implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session show", Group.SESSIONS, "Show a session")
        .alias("session inspect")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters session show guide review", "Show the status and the usage of a session");
  }

  @Override
  public int run(Invocation invocation) {
    SessionSummary session =
        invocation
            .daemon()
            .get(SessionCommands.route(invocation.arguments()), SessionSummary.class);
    return invocation.print(session, () -> print(invocation, session));
  }

  private static void print(Invocation invocation, SessionSummary session) {
    Console console = invocation.console();
    Instant now = Instant.now();
    String reason = session.reason() == null ? "" : ": " + session.reason();
    console.fact("id        ", session.id());
    if (session.name() != null) {
      console.fact("name      ", session.name());
    }
    console.fact("agent     ", session.agent());
    console.fact("status    ", session.status() + reason);
    console.fact("turns     ", Long.toString(session.turns()));
    console.fact("events    ", Long.toString(session.events()));
    console.fact("tokens    ", session.inputTokens() + " in, " + session.outputTokens() + " out");
    console.fact("created   ", Times.ago(session.createdAt(), now));
    console.fact("last used ", Times.ago(session.updatedAt(), now));
    Instant expires = session.expiresAt();
    if (expires != null) {
      console.fact("expires   ", expires + ", " + Times.seen(expires, now));
    }
    console.fact("title     ", session.title().replace('\n', ' '));
    BudgetRequest budget = session.budget();
    if (budget != null) {
      console.fact("budget    ", limit(budget.tokens(), "tokens") + limit(budget.cost(), "USD"));
    }
    session.labels().forEach((key, value) -> console.fact("label     ", key + "=" + value));
    if (!session.tools().isEmpty()) {
      console.fact("tools     ", String.join(", ", session.tools()));
    }
    if (!session.grants().isEmpty()) {
      console.fact("grants    ", String.join(", ", session.grants()));
    }
    if (session.parent() != null) {
      console.fact("parent    ", session.parent());
    }
    if (session.status().equals("requires_action")) {
      SessionCommands.customCalls(invocation, Optional.of(session.agent())).stream()
          .filter(call -> call.session().equals(session.id()))
          .forEach(call -> print(console, call));
    }
  }

  /** Prints a call that waits for its client, and the command that answers it. */
  private static void print(Console console, CustomCallView call) {
    console.fact("waits     ", Approvals.command(call));
    console.fact(
        "          ",
        "otters session custom-result %s %s %s TEXT"
            .formatted(call.agent(), call.session(), call.id()));
  }

  private static String limit(@Nullable String limit, String unit) {
    return limit == null ? "" : limit + " " + unit + " ";
  }
}
