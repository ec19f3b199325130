package dev.otters.cli.commands;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;

/** Removes agent images. */
final class ImageRm implements Entry {
  @Override
  public Command command() {
    return Command.of("image rm", Group.IMAGES, "Remove one or more agent images")
        .alias("rmi")
        .details("Removes the reference; agents that were run from it keep working.")
        .arguments(Argument.some("REF", "Reference of the image"))
        .options(Option.flag("Remove it also when an agent uses it", "-f", "--force"))
        .example("otters image rm guide:latest", "Remove an image");
  }

  @Override
  public int run(Invocation invocation) {
    return Each.of(
        invocation,
        invocation.arguments().positional(),
        ref -> {
          Route route =
              Route.of("images")
                  .with("ref", ref)
                  .when(invocation.arguments().has("--force"), "force");
          invocation.daemon().delete(route);
          invocation.console().line("removed " + ref);
        });
  }
}
