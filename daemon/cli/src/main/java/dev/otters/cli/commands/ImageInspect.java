package dev.otters.cli.commands;

import dev.otters.api.ImageView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import java.util.ArrayList;
import java.util.List;

/** Shows everything about agent images. */
final class ImageInspect implements Entry {
  @Override
  public Command command() {
    return Command.of(
            "image inspect",
            Group.IMAGES,
            "Show everything about one or more agent images, as JSON")
        .details("Prints a JSON array. Looks only into the local store.")
        .arguments(Argument.some("REF", "Reference or digest of the image"))
        .options(Invocation.OUTPUT)
        .example("otters image inspect guide:latest", "Show an image");
  }

  @Override
  public int run(Invocation invocation) {
    List<ImageView> found = new ArrayList<>();
    int exit =
        Each.of(
            invocation,
            invocation.arguments().positional(),
            ref ->
                found.add(
                    invocation
                        .daemon()
                        .get(Route.of("images", "inspect").with("ref", ref), ImageView.class)));
    invocation.printJson(found);
    return exit;
  }
}
