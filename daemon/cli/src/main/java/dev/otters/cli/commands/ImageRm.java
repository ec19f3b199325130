package dev.otters.cli.commands;

import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Removes images. */
record ImageRm(ImageKind kind) implements Entry {
  @Override
  public Command command() {
    Command command =
        kind.command("rm", "Remove one or more " + kind.title() + "s")
            .details("Removes the reference; agents that use the image keep working.")
            .arguments(Argument.some("REF", "Reference of the image"))
            .options(
                Option.flag("Remove it also when an agent uses it", "-f", "--force"),
                Invocation.OUTPUT)
            .example("otters " + kind.word() + " rm " + kind.sample(), "Remove an image");
    return kind == ImageKind.AGENT ? command.alias("rmi") : command;
  }

  @Override
  public int run(Invocation invocation) {
    List<Map<String, String>> removed = new ArrayList<>();
    int exit =
        Each.of(
            invocation,
            invocation.arguments().positional(),
            ref -> {
              remove(invocation, ref);
              removed.add(Map.of("ref", ref));
            });
    if (invocation.json()) {
      invocation.printJson(removed);
    }
    return exit;
  }

  private void remove(Invocation invocation, String ref) {
    invocation
        .daemon()
        .delete(kind.route().with("ref", ref).when(invocation.arguments().has("--force"), "force"));
    if (!invocation.json()) {
      invocation.console().line("removed " + ref);
    }
  }
}
