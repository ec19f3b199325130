package dev.otters.cli.commands.scratch;

import dev.otters.api.resource.ScratchpadList;
import dev.otters.api.resource.ScratchpadView;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;

final class ContextStoreLs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("context-store ls", Group.AGENTS, "List the scratchpads")
        .alias("context-store list")
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters context-store ls", "List the scratchpads that have entries");
  }

  @Override
  public int run(Invocation invocation) {
    List<ScratchpadView> found =
        invocation.daemon().get(ContextStoreCommands.pads(), ScratchpadList.class).stores();
    return invocation.list(found, found, ScratchpadView::id, () -> table(found));
  }

  private static Table table(List<ScratchpadView> pads) {
    Instant now = Instant.now();
    Table table = new Table("ID", "ENTRIES", "SIZE", "WRITTEN");
    for (ScratchpadView pad : pads) {
      table.row(
          pad.id(),
          Long.toString(pad.entries()),
          Sizes.of(pad.bytes()),
          Times.ago(pad.writtenAt(), now));
    }
    return table;
  }
}
