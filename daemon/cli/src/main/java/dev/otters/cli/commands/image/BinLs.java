package dev.otters.cli.commands.image;

import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinSummary;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;

/** Lists BIN images. */
final class BinLs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("bin ls", Group.BINS, "List BIN images")
        .alias("bin list")
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.OUTPUT)
        .example("otters bin ls", "List the tools in the local store");
  }

  @Override
  public int run(Invocation invocation) {
    List<BinSummary> bins = invocation.daemon().get(Route.of("bins"), BinList.class).bins();
    boolean uncut = invocation.uncut();
    if (invocation.json()) {
      return invocation.printJson(bins);
    }
    if (invocation.quiet()) {
      bins.forEach(bin -> invocation.console().line(Ids.of(bin.digest(), uncut)));
      return ExitCodes.OK;
    }
    Instant now = Instant.now();
    Table table = new Table("REF", "DIGEST", "NAME", "PLATFORMS", "SIZE", "CREATED");
    for (BinSummary bin : bins) {
      table.row(
          bin.ref(),
          Ids.of(bin.digest(), uncut),
          bin.name(),
          String.join(", ", bin.platforms()),
          Sizes.of(bin.size()),
          bin.createdAt() == null ? "-" : Times.ago(bin.createdAt(), now));
    }
    table.print(invocation.console(), uncut);
    return ExitCodes.OK;
  }
}
