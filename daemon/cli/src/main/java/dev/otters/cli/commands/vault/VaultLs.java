package dev.otters.cli.commands.vault;

import dev.otters.api.vault.VaultList;
import dev.otters.api.vault.VaultView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

final class VaultLs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("vault ls", Group.SYSTEM, "List vaults, without their values")
        .alias("vault list")
        .details("Shows also the vaults without a value that an agent needs. TOOLS are AGENT/TOOL.")
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters vault ls", "List all vaults");
  }

  @Override
  public int run(Invocation invocation) {
    List<VaultView> found = invocation.daemon().get(Route.of("vaults"), VaultList.class).vaults();
    return invocation.list(found, found, VaultView::name, () -> table(found));
  }

  private static Table table(List<VaultView> vaults) {
    Table table = new Table("NAME", "SET", "TOOLS");
    for (VaultView vault : vaults) {
      Instant set = vault.setAt();
      String tools =
          vault.tools().stream()
              .map(one -> one.agent() + "/" + one.tool())
              .collect(Collectors.joining(", "));
      table.row(
          vault.name(),
          set == null ? "no" : Times.ago(set, Instant.now()),
          tools.isEmpty() ? "-" : tools);
    }
    return table;
  }
}
