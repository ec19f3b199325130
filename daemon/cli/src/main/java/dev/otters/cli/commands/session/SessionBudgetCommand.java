package dev.otters.cli.commands.session;

import dev.otters.api.session.BudgetRequest;
import dev.otters.api.session.Dollars;
import dev.otters.api.session.SessionBudget;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class SessionBudgetCommand implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session budget", Group.SESSIONS, "Show or set the budget of a session")
        .details(
            "With --tokens or --cost, sets the budget of this session only. A session whose last"
                + " turn failed tries that turn again. Use 'unlimited' to remove a limit.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(
            Option.one("NUMBER", "Limit of the tokens of input and output", "--tokens"),
            Option.one("USD", "Limit of the cost in US dollars, such as 2.50", "--cost"),
            Invocation.OUTPUT)
        .example("otters session budget guide review", "Show the budget and what is used of it")
        .example(
            "otters session budget guide review --tokens 10000000 --cost 20",
            "Raise the budget, and go on with the turn that it stopped");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    String agent = given.first();
    String id = SessionCommands.find(invocation, agent, given.positional().get(1)).id();
    Route route = Route.of("agents", agent, "sessions", id, "budget");
    Optional<String> tokens = given.one("--tokens");
    Optional<String> cost = given.one("--cost");
    SessionBudget budget =
        tokens.isEmpty() && cost.isEmpty()
            ? invocation.daemon().get(route, SessionBudget.class)
            : invocation
                .daemon()
                .put(
                    route,
                    new BudgetRequest(tokens.orElse(null), cost.orElse(null)),
                    SessionBudget.class);
    return invocation.print(budget, () -> print(invocation.console(), budget));
  }

  private static void print(Console console, SessionBudget budget) {
    Long tokens = budget.tokenLimit();
    Long cost = budget.costLimitNanos();
    console.fact("session ", budget.session());
    console.fact("tokens  ", used(count(budget.tokens()), tokens == null ? null : count(tokens)));
    console.fact(
        "cost    ",
        used(Dollars.text(budget.costNanos()), cost == null ? null : Dollars.text(cost)));
  }

  private static String used(String amount, @Nullable String limit) {
    return amount + (limit == null ? " (unlimited)" : " of " + limit);
  }

  private static String count(long tokens) {
    return String.format(Locale.ROOT, "%,d", tokens);
  }
}
