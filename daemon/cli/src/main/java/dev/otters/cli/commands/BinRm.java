package dev.otters.cli.commands;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;

/** Removes BIN images. */
final class BinRm implements Entry {
  @Override
  public Command command() {
    return Command.of("bin rm", Group.BINS, "Remove one or more BIN images")
        .details("Removes the reference; agents that use it keep working.")
        .arguments(Argument.some("REF", "Reference of the image"))
        .options(Option.flag("Remove it also when an agent uses it", "-f", "--force"))
        .example("otters bin rm tools/sh:1", "Remove an image");
  }

  @Override
  public int run(Invocation invocation) {
    return Each.of(
        invocation,
        invocation.arguments().positional(),
        ref -> {
          Route route =
              Route.of("bins")
                  .with("ref", ref)
                  .when(invocation.arguments().has("--force"), "force");
          invocation.daemon().delete(route);
          invocation.console().line("removed " + ref);
        });
  }
}
