package dev.otters.cli.commands.resources;

import dev.otters.api.durable.DraftList;
import dev.otters.api.durable.DraftView;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;

final class ResourcesDrafts implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("resources drafts", Group.AGENTS, "List the drafts of a session")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters resources drafts editor draft", "Show what a session wants to change");
  }

  @Override
  public int run(Invocation invocation) {
    List<DraftView> drafts =
        invocation.daemon().get(ResourceCommands.drafts(invocation), DraftList.class).drafts();
    return invocation.list(drafts, drafts, DraftView::draft, () -> table(drafts));
  }

  private static Table table(List<DraftView> drafts) {
    Instant now = Instant.now();
    Table table = new Table("DRAFT", "FILE", "STATE", "VERSION", "STAGED");
    for (DraftView draft : drafts) {
      table.row(
          draft.draft(),
          draft.file(),
          draft.state(),
          draft.current() == null ? "-" : draft.current().version(),
          Times.ago(draft.stagedAt(), now));
    }
    return table;
  }
}
