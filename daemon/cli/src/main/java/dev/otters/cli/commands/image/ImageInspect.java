package dev.otters.cli.commands.image;

import dev.otters.api.bin.BinView;
import dev.otters.api.image.ImageView;
import dev.otters.api.image.RemoteImageView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RegistryCredentials;
import dev.otters.cli.commands.RunnableCommand;
import java.util.ArrayList;
import java.util.List;

record ImageInspect(ImageKind kind) implements RunnableCommand {
  @Override
  public Command command() {
    return kind.command("inspect", "Show one or more " + kind.title() + "s")
        .details(
            """
            Prints a summary on a terminal, and a JSON array with all details to a pipe, to a file,
            or with --output json. Reads only the local store; --remote reads from the registry
            instead, and stores nothing.\
            """)
        .arguments(Argument.some("REF", "Reference of the image, or the start of its digest"))
        .options(
            Option.flag("Read from the registry", "--remote"),
            RegistryCredentials.INSECURE,
            Invocation.SHORT_FORMAT,
            Invocation.OUTPUT)
        .example("otters " + kind.word() + " inspect " + kind.sample(), "Show an image")
        .example(
            "otters " + kind.word() + " inspect " + kind.sample() + " | jq -r '.[0].digest'",
            "Print its digest")
        .example(
            "otters " + kind.word() + " inspect --remote registry.example.com/" + kind.sample(),
            "Show an image without pulling it");
  }

  @Override
  public int run(Invocation invocation) {
    List<Object> found = new ArrayList<>();
    int exit =
        invocation.forEach(
            ref ->
                found.add(
                    invocation.arguments().has("--remote")
                        ? remote(invocation, ref)
                        : local(invocation, ref)));
    if (invocation.readable()) {
      ImageText facts = new ImageText(invocation.console());
      found.forEach(facts::print);
    } else {
      invocation.printJson(found);
    }
    return exit;
  }

  private Object local(Invocation invocation, String ref) {
    Class<?> type = kind == ImageKind.AGENT ? ImageView.class : BinView.class;
    return invocation.daemon().get(kind.route("inspect").with("ref", ref), type);
  }

  private static Object remote(Invocation invocation, String ref) {
    Route route =
        RegistryCredentials.asked(
            invocation, Route.of("registry", "inspect").with("ref", ref), ref);
    return invocation.daemon().look(route, RemoteImageView.class);
  }
}
