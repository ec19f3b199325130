package dev.otters.cli.commands;

import dev.otters.api.BuildResult;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Exit;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;

/** Fetches a BIN image from its registry. */
final class BinPull implements Entry {
  @Override
  public Command command() {
    return Command.of("bin pull", Group.BINS, "Fetch a BIN image from its registry")
        .arguments(Argument.one("REF", "Reference of the image, with its registry"))
        .options(Option.flag("Print only the digest", "-q", "--quiet"), Invocation.OUTPUT)
        .example(
            "otters bin pull 127.0.0.1:5000/tools/sh:1", "Fetch a tool before an agent needs it");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = Route.of("bins", "pull").with("ref", invocation.arguments().first());
    BinBuild.print(invocation, invocation.work(route, Content.none(), BuildResult.class));
    return Exit.OK;
  }
}
