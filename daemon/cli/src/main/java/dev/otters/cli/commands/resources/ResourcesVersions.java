package dev.otters.cli.commands.resources;

import dev.otters.api.durable.DurableFile;
import dev.otters.api.durable.DurableFileList;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.local.OptionValues;

final class ResourcesVersions implements RunnableCommand {
  private static final int MOST = 1000;

  @Override
  public Command command() {
    return Command.of("resources versions", Group.AGENTS, "List the versions of a durable file")
        .details("Shows the newest version first, also those of a file that was removed.")
        .arguments(SessionCommands.AGENT, ResourceCommands.FILE)
        .options(
            Option.one("N", "Show at most N versions (default 10)", "-n", "--limit"),
            Invocation.QUIET,
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters resources versions editor SOUL.md", "List what the file has been");
  }

  @Override
  public int run(Invocation invocation) {
    Route route =
        ResourceCommands.files(invocation, "versions")
            .with("path", invocation.arguments().positional().get(1));
    invocation
        .arguments()
        .one("--limit")
        .map(number -> OptionValues.count("--limit", number, 1))
        .ifPresent(number -> route.with("limit", Long.toString(Math.min(number, MOST))));
    DurableFileList found = invocation.daemon().get(route, DurableFileList.class);
    return invocation.list(
        found.files(),
        found.files(),
        DurableFile::version,
        () -> ResourceCommands.table(found.files()));
  }
}
