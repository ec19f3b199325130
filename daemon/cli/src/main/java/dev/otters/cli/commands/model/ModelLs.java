package dev.otters.cli.commands.model;

import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.api.session.Dollars;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

final class ModelLs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("model ls", Group.MODELS, "List local models and what providers offer")
        .alias("model list", "models")
        .details(
            "A MODEL is PROVIDER/NAME. CONTEXT and MAX-OUTPUT are in tokens. INPUT and OUTPUT are"
                + " prices in US dollars for a million tokens, from prices.yaml or the list of the"
                + " release. Unreachable providers produce a note, not a failure.")
        .options(
            Option.flag("Verify the digests of the weights", "--verify"),
            Option.flag("Print only PROVIDER/NAME", "-q", "--quiet"),
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters model ls", "Show the models that agents can use or that can be pulled")
        .example("otters model ls --verify", "Verify the weights");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = Route.of("models").when(invocation.arguments().has("--verify"), "verify");
    ModelList list = invocation.daemon().get(route, ModelList.class);
    int exit =
        invocation.list(
            list, list.models(), model -> model.provider() + "/" + model.name(), () -> table(list));
    if (!invocation.json()) {
      list.notes().forEach(note -> invocation.console().note("note: " + Console.harmless(note)));
    }
    return exit;
  }

  private static Table table(ModelList list) {
    Table table =
        new Table(
            "NAME",
            "PROVIDER",
            "SIZE",
            "LICENCE",
            "CONTEXT",
            "MAX-OUTPUT",
            "INPUT",
            "OUTPUT",
            "STATE");
    for (ModelSummary model : list.models()) {
      table.row(
          model.name(),
          model.provider(),
          model.size() == 0 ? "-" : Sizes.of(model.size()),
          Objects.requireNonNullElse(model.licence(), "-"),
          tokens(model.context()),
          tokens(model.maxOutput()),
          price(model.inputNanos()),
          price(model.outputNanos()),
          model.state());
    }
    return table;
  }

  private static String tokens(int count) {
    return count == 0 ? "-" : String.valueOf(count);
  }

  private static String price(@Nullable Long nanos) {
    return nanos == null ? "-" : Dollars.text(nanos);
  }
}
