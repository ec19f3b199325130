package dev.otters.cli.commands.model;

import dev.otters.api.Problem;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.console.Table;
import java.util.Objects;

final class ProviderLs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("provider ls", Group.MODELS, "List model providers")
        .alias("provider list")
        .details(
            "Does not contact the vendors; 'otters provider test' does. KEY shows whether there is"
                + " a key, and where it comes from, but never the key itself.")
        .options(
            Option.flag("Print only names", "-q", "--quiet"),
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters provider ls", "Show the configured providers");
  }

  @Override
  public int run(Invocation invocation) {
    ProviderList list = invocation.daemon().get(Route.of("providers"), ProviderList.class);
    int exit = invocation.list(list, list.providers(), ProviderView::name, () -> table(list));
    if (!invocation.json() && !invocation.quiet()) {
      notes(invocation.console(), list);
    }
    return exit;
  }

  private static Table table(ProviderList list) {
    Table table = new Table("NAME", "KIND", "BASE", "KEY", "MODELS", "STATE");
    for (ProviderView provider : list.providers()) {
      table.row(
          provider.name(),
          provider.kind(),
          Objects.requireNonNullElse(provider.apiBase(), "-"),
          provider.key(),
          provider.models().isEmpty() ? "all" : String.join(", ", provider.models()),
          provider.state());
    }
    return table;
  }

  private static void notes(Console console, ProviderList list) {
    for (ProviderView provider : list.providers()) {
      Problem problem = provider.problem();
      if (problem != null) {
        ProblemText.print(console, problem);
      }
    }
    if (list.problem() != null) {
      ProblemText.print(console, list.problem());
    }
    list.warnings().forEach(console::warn);
  }
}
