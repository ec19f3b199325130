package dev.otters.cli.commands.system;

import dev.otters.api.system.DiskRow;
import dev.otters.api.system.DiskUsage;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import java.util.Locale;

final class SystemDf implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("system df", Group.SYSTEM, "Show the disk space that the daemon uses")
        .details(
            "RECLAIMABLE is what 'otters system prune -a' would free. TOTAL and ACTIVE count files"
                + " for sessions and logs. The daemon counts the files of each type for at most"
                + " five seconds; after that, '>=' marks a size as a lower bound.")
        .options(Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters system df", "Show what takes space")
        .example("otters system df --format '{{.type}} {{.size}}'", "Print the sizes in bytes");
  }

  @Override
  public int run(Invocation invocation) {
    DiskUsage usage = invocation.daemon().get(Route.of("system", "df"), DiskUsage.class);
    return invocation.list(usage, usage.rows(), DiskRow::type, () -> table(usage));
  }

  private static Table table(DiskUsage usage) {
    Table table = new Table("TYPE", "TOTAL", "ACTIVE", "SIZE", "RECLAIMABLE");
    for (DiskRow row : usage.rows()) {
      String type = row.type();
      String bound = row.partial() ? ">=" : "";
      String share =
          row.size() == 0 || row.partial()
              ? ""
              : " (" + 100 * row.reclaimable() / row.size() + "%)";
      table.row(
          type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1),
          Integer.toString(row.total()),
          Integer.toString(row.active()),
          bound + Sizes.of(row.size()),
          bound + Sizes.of(row.reclaimable()) + share);
    }
    return table;
  }
}
