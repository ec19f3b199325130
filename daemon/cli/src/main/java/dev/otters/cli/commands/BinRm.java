package dev.otters.cli.commands;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;

/** Removes BIN images. */
final class BinRm implements Entry {
  @Override
  public Command command() {
    return Command.of("bin rm", Group.BINS, "Remove one or more BIN images")
        .details(
            "Removes the reference; agents that use it keep working until they are started again.")
        .arguments(Argument.some("REF", "Reference of the image"))
        .example("otters bin rm tools/sh:1", "Remove an image");
  }

  @Override
  public int run(Invocation invocation) {
    return Each.of(
        invocation,
        invocation.arguments().positional(),
        ref -> {
          invocation.daemon().delete(Route.of("bins").with("ref", ref));
          invocation.console().line("removed " + ref);
        });
  }
}
