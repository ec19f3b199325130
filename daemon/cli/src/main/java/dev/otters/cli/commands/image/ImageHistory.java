package dev.otters.cli.commands.image;

import dev.otters.api.image.ImageView;
import dev.otters.api.image.LayerView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

final class ImageHistory implements RunnableCommand {
  private static final String BASE = "org.opencontainers.image.base.";

  @Override
  public Command command() {
    return Command.of("image history", Group.IMAGES, "Show the layers of an agent image")
        .details("The last line is the image that it was built FROM. Reads only the local store.")
        .arguments(Argument.one("REF", "Reference of the image, or the start of its digest"))
        .options(
            Option.flag("Print only the digests of the layers", "-q", "--quiet"),
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters image history guide:latest", "Show what is in an image");
  }

  @Override
  public int run(Invocation invocation) {
    String ref = invocation.arguments().first();
    ImageView image =
        invocation.daemon().get(Route.of("images", "inspect").with("ref", ref), ImageView.class);
    String base = base(image);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("ref", image.ref());
    all.put("digest", image.digest());
    all.put("layers", image.layers());
    all.put("base", base);
    boolean uncut = invocation.uncut();
    return invocation.list(
        all,
        image.layers(),
        layer -> Ids.of(layer.digest(), uncut),
        () -> table(image, base, uncut));
  }

  private static Table table(ImageView image, String base, boolean uncut) {
    Table table = new Table("DIGEST", "TITLE", "TYPE", "SIZE");
    for (LayerView layer : image.layers()) {
      table.row(
          Ids.of(layer.digest(), uncut),
          Console.harmless(Objects.requireNonNullElse(layer.title(), "-")),
          Console.harmless(type(layer.mediaType(), uncut)),
          Sizes.of(layer.size()));
    }
    String digest = image.labels().getOrDefault(BASE + "digest", "");
    table.row(digest.isEmpty() ? "-" : Ids.of(digest, uncut), Console.harmless(base), "base", "-");
    return table;
  }

  private static String base(ImageView image) {
    String named = image.labels().get(BASE + "name");
    if (named != null) {
      return named;
    }
    return image.config().get("agent") instanceof Map<?, ?> agent
            && agent.get("from") instanceof String from
        ? from
        : "scratch";
  }

  /** Returns the last part of our media types. */
  private static String type(String mediaType, boolean uncut) {
    return uncut
        ? mediaType
        : mediaType.replaceFirst("^application/(vnd\\.(openotters|otters)\\.)?", "");
  }
}
