package dev.otters.cli.commands.image;

import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinSummary;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageSummary;
import dev.otters.cli.command.Command;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

record ImageLs(ImageKind kind) implements RunnableCommand {
  @Override
  public Command command() {
    Command command =
        kind.command("ls", "List " + kind.title() + "s")
            .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT);
    return switch (kind) {
      case AGENT ->
          command
              .alias("images", "image list")
              .example("otters image ls", "List the images in the local store")
              .example("otters images -q --no-trunc", "Print their digests");
      case BIN ->
          command.alias("bin list").example("otters bin ls", "List the tools in the local store");
    };
  }

  @Override
  public int run(Invocation invocation) {
    boolean uncut = invocation.uncut();
    if (kind == ImageKind.AGENT) {
      List<ImageSummary> images = invocation.daemon().get(kind.route(), ImageList.class).images();
      return invocation.list(
          images, images, image -> Ids.of(image.digest(), uncut), () -> images(images, uncut));
    }
    List<BinSummary> bins = invocation.daemon().get(kind.route(), BinList.class).bins();
    return invocation.list(bins, bins, bin -> Ids.of(bin.digest(), uncut), () -> bins(bins, uncut));
  }

  private static Table images(List<ImageSummary> images, boolean uncut) {
    Table table = new Table("REF", "DIGEST", "NAME", "SIZE", "CREATED");
    for (ImageSummary image : images) {
      table.row(
          image.ref(),
          Ids.of(image.digest(), uncut),
          Objects.requireNonNullElse(image.name(), "-"),
          Sizes.of(image.size()),
          age(image.createdAt()));
    }
    return table;
  }

  private static Table bins(List<BinSummary> bins, boolean uncut) {
    Table table = new Table("REF", "DIGEST", "NAME", "PLATFORMS", "SIZE", "CREATED");
    for (BinSummary bin : bins) {
      table.row(
          bin.ref(),
          Ids.of(bin.digest(), uncut),
          bin.name(),
          String.join(", ", bin.platforms()),
          Sizes.of(bin.size()),
          age(bin.createdAt()));
    }
    return table;
  }

  private static String age(@Nullable Instant created) {
    return created == null ? "-" : Times.ago(created, Instant.now());
  }
}
