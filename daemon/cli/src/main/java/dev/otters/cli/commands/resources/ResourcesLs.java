package dev.otters.cli.commands.resources;

import dev.otters.api.durable.DurableFile;
import dev.otters.api.durable.DurableFileList;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;

final class ResourcesLs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("resources ls", Group.AGENTS, "List the durable files of an agent")
        .alias("resources list")
        .arguments(SessionCommands.AGENT)
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters resources ls editor", "List the files, with their versions and sizes");
  }

  @Override
  public int run(Invocation invocation) {
    DurableFileList found =
        invocation
            .daemon()
            .get(
                Route.of("agents", invocation.arguments().first(), "resources"),
                DurableFileList.class);
    return invocation.list(
        found.files(),
        found.files(),
        DurableFile::path,
        () -> ResourceCommands.table(found.files()));
  }
}
