package dev.otters.cli.commands;

import dev.otters.api.BinView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import java.util.ArrayList;
import java.util.List;

/** Shows everything about BIN images. */
final class BinInspect implements Entry {
  @Override
  public Command command() {
    return Command.of(
            "bin inspect", Group.BINS, "Show everything about one or more BIN images, as JSON")
        .details("Prints a JSON array. Looks only into the local store.")
        .arguments(Argument.some("REF", "Reference or digest of the image"))
        .options(Invocation.OUTPUT)
        .example("otters bin inspect tools/sh:1", "Show an image");
  }

  @Override
  public int run(Invocation invocation) {
    List<BinView> found = new ArrayList<>();
    int exit =
        Each.of(
            invocation,
            invocation.arguments().positional(),
            ref ->
                found.add(
                    invocation
                        .daemon()
                        .get(Route.of("bins", "inspect").with("ref", ref), BinView.class)));
    invocation.printJson(found);
    return exit;
  }
}
