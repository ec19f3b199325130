package dev.otters.cli.commands.resources;

import dev.otters.api.resource.AttachmentList;
import dev.otters.api.resource.AttachmentView;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Table;
import java.util.List;
import java.util.Objects;

final class ResourcesAttachments implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("resources attachments", Group.AGENTS, "List what a session sees")
        .details(
            "Lists the folders, mounts and vaults of a session, with their places in its sandbox"
                + " and on the machine of the daemon. The agent sees no SOURCE.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters resources attachments editor draft", "Show what a session has");
  }

  @Override
  public int run(Invocation invocation) {
    List<AttachmentView> attachments =
        invocation
            .daemon()
            .get(ResourceCommands.ofSession(invocation, "attachments"), AttachmentList.class)
            .attachments();
    return invocation.list(attachments, attachments, AttachmentView::id, () -> table(attachments));
  }

  private static Table table(List<AttachmentView> attachments) {
    Table table = new Table("KIND", "PATH", "ACCESS", "SOURCE", "PROMPT");
    for (AttachmentView attachment : attachments) {
      table.row(
          attachment.kind(),
          Objects.requireNonNullElse(attachment.mountPath(), "-"),
          attachment.access(),
          Objects.requireNonNullElse(attachment.sourceRef(), "-"),
          attachment.metadata() == null ? "" : attachment.metadata().prompt());
    }
    return table;
  }
}
