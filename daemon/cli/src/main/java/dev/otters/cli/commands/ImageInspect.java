package dev.otters.cli.commands;

import dev.otters.api.BinView;
import dev.otters.api.ImageView;
import dev.otters.api.RemoteImageView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Option;
import java.util.ArrayList;
import java.util.List;

/** Shows everything about images. */
record ImageInspect(ImageKind kind) implements Entry {
  @Override
  public Command command() {
    return kind.command(
            "inspect", "Show everything about one or more " + kind.title() + "s, as JSON")
        .details(
            """
            Prints a JSON array. Looks only into the local store; --remote asks the registry instead, and stores
            nothing.\
            """)
        .arguments(Argument.some("REF", "Reference or digest of the image"))
        .options(
            Option.flag("Show what the registry has", "--remote"),
            Registries.INSECURE,
            Invocation.OUTPUT)
        .example("otters " + kind.word() + " inspect " + kind.sample(), "Show an image")
        .example(
            "otters " + kind.word() + " inspect --remote registry.example.com/" + kind.sample(),
            "Look at an image without fetching it");
  }

  @Override
  public int run(Invocation invocation) {
    List<Object> found = new ArrayList<>();
    int exit =
        Each.of(
            invocation,
            invocation.arguments().positional(),
            ref ->
                found.add(
                    invocation.arguments().has("--remote")
                        ? remote(invocation, ref)
                        : local(invocation, ref)));
    invocation.printJson(found);
    return exit;
  }

  private Object local(Invocation invocation, String ref) {
    Class<?> type = kind == ImageKind.AGENT ? ImageView.class : BinView.class;
    return invocation.daemon().get(kind.route("inspect").with("ref", ref), type);
  }

  private static Object remote(Invocation invocation, String ref) {
    Route route =
        Registries.asked(invocation, Route.of("registry", "inspect").with("ref", ref), ref);
    return invocation.daemon().get(route, RemoteImageView.class);
  }
}
