package dev.otters.cli.commands.file;

import dev.otters.api.resource.FileList;
import dev.otters.api.resource.FileView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import dev.otters.cli.local.OptionValues;
import java.time.Instant;
import java.util.List;

final class FileLs implements RunnableCommand {
  private static final long MOST = 1000;

  @Override
  public Command command() {
    return Command.of("file ls", Group.AGENTS, "List the text files that agents keep")
        .alias("file list")
        .options(
            Option.one("NAMESPACE", "Only this namespace and what is below it", "--namespace"),
            Option.one("N", "Show at most N files (default 50, at most 1000)", "-n", "--limit"),
            Invocation.QUIET,
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters file ls", "List the files of all namespaces")
        .example("otters file ls --namespace app/user", "List those of one namespace");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = Route.of("files");
    invocation
        .arguments()
        .one("--namespace")
        .ifPresent(namespace -> route.with("namespace", namespace));
    invocation
        .arguments()
        .one("--limit")
        .map(number -> OptionValues.count("--limit", number, 1))
        .ifPresent(number -> route.with("limit", Long.toString(Math.min(number, MOST))));
    FileList found = invocation.daemon().get(route, FileList.class);
    int exit =
        invocation.list(
            found.files(),
            found.files(),
            file -> Long.toString(file.id()),
            () -> table(found.files()));
    if (found.next() != null && invocation.console().terminal().err()) {
      invocation.console().note("There are more files. Show them with -n.");
    }
    return exit;
  }

  private static Table table(List<FileView> files) {
    Instant now = Instant.now();
    Table table = new Table("ID", "NAMESPACE", "PATH", "SIZE", "AGENT", "WRITTEN");
    for (FileView file : files) {
      table.row(
          Long.toString(file.id()),
          file.namespace(),
          file.path(),
          Sizes.of(file.bytes()),
          file.agent(),
          Times.ago(file.writtenAt(), now));
    }
    return table;
  }
}
