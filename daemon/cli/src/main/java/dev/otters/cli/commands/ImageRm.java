package dev.otters.cli.commands;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Option;

/** Removes images. */
record ImageRm(ImageKind kind) implements Entry {
  @Override
  public Command command() {
    Command command =
        kind.command("rm", "Remove one or more " + kind.title() + "s")
            .details("Removes the reference; agents that use the image keep working.")
            .arguments(Argument.some("REF", "Reference of the image"))
            .options(Option.flag("Remove it also when an agent uses it", "-f", "--force"))
            .example("otters " + kind.word() + " rm " + kind.sample(), "Remove an image");
    return kind == ImageKind.AGENT ? command.alias("rmi") : command;
  }

  @Override
  public int run(Invocation invocation) {
    return Each.of(
        invocation,
        invocation.arguments().positional(),
        ref -> {
          Route route =
              kind.route().with("ref", ref).when(invocation.arguments().has("--force"), "force");
          invocation.daemon().delete(route);
          invocation.console().line("removed " + ref);
        });
  }
}
