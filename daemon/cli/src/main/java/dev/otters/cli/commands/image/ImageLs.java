package dev.otters.cli.commands.image;

import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageSummary;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Lists agent images. */
final class ImageLs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("image ls", Group.IMAGES, "List agent images")
        .alias("images", "image list")
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.OUTPUT)
        .example("otters image ls", "List the images in the local store")
        .example("otters images -q --no-trunc", "Print their digests");
  }

  @Override
  public int run(Invocation invocation) {
    List<ImageSummary> images =
        invocation.daemon().get(Route.of("images"), ImageList.class).images();
    boolean uncut = invocation.uncut();
    if (invocation.json()) {
      return invocation.printJson(images);
    }
    if (invocation.quiet()) {
      images.forEach(
          image ->
              invocation.console().line(uncut ? image.digest() : Ids.of(image.digest(), false)));
      return ExitCodes.OK;
    }
    Instant now = Instant.now();
    Table table = new Table("REF", "DIGEST", "NAME", "SIZE", "CREATED");
    for (ImageSummary image : images) {
      table.row(
          image.ref(),
          Ids.of(image.digest(), uncut),
          Objects.requireNonNullElse(image.name(), "-"),
          Sizes.of(image.size()),
          image.createdAt() == null ? "-" : Times.ago(image.createdAt(), now));
    }
    table.print(invocation.console(), uncut);
    return ExitCodes.OK;
  }
}
