package dev.otters.cli.commands.image;

import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinSummary;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Lists the tools that an Agentfile can use: one line for each image of the local store. */
final class BinSearch implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("bin search", Group.BINS, "Find tools for an Agentfile")
        .details(
            "Lists the tools of this release and those in the local store, with the reference for"
                + " BIN. Does not search registries.")
        .arguments(Argument.optional("TEXT", "Text in the name, reference or description"))
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters bin search", "List all tools")
        .example("otters bin search json", "List the tools for JSON");
  }

  @Override
  public int run(Invocation invocation) {
    String text =
        invocation.arguments().positional().stream()
            .findFirst()
            .orElse("")
            .toLowerCase(Locale.ROOT);
    Map<String, BinSummary> found = new LinkedHashMap<>();
    for (BinSummary bin : invocation.daemon().get(Route.of("bins"), BinList.class).bins()) {
      // The runtime has the form of a BIN, but no use as a tool.
      if (!bin.ref().startsWith("otters/runtime:") && words(bin).contains(text)) {
        found.merge(
            bin.digest(), bin, (one, other) -> other.ref().endsWith(":latest") ? other : one);
      }
    }
    List<BinSummary> bins = List.copyOf(found.values());
    return invocation.list(
        bins, bins, bin -> Ids.of(bin.digest(), invocation.uncut()), () -> table(bins));
  }

  private static String words(BinSummary bin) {
    return String.join(
            " ", bin.name(), bin.ref(), Objects.requireNonNullElse(bin.description(), ""))
        .toLowerCase(Locale.ROOT);
  }

  private static Table table(Collection<BinSummary> bins) {
    Table table = new Table("NAME", "REF", "SIZE", "DESCRIPTION");
    for (BinSummary bin : bins) {
      table.row(
          bin.name(),
          bin.ref(),
          Sizes.of(bin.size()),
          Objects.requireNonNullElse(bin.description(), "-"));
    }
    return table;
  }
}
