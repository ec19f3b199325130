package dev.otters.cli.commands.image;

import dev.otters.api.Progress;
import dev.otters.api.image.Transfer;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RegistryCredentials;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;

record ImagePush(ImageKind kind) implements RunnableCommand {
  @Override
  public Command command() {
    Command command =
        kind.command("push", "Push an image to the registry in its reference")
            .details(
                """
                Skips data that the registry already has, and writes the tag last. An image with
                several platforms is pushed with all of them; pull it with --all-platforms first.\
                """)
            .arguments(Argument.one("REF", "Reference of the image, with its registry"))
            .options(
                RegistryCredentials.INSECURE,
                Option.flag("Print only the digest", "-q", "--quiet"),
                Invocation.OUTPUT);
    return switch (kind) {
      case AGENT ->
          command
              .alias("push")
              .example("otters push registry.example.com/agents/guide:1", "Push an agent");
      case BIN -> command.example("otters bin push 127.0.0.1:5000/tools/sh:1", "Push a tool");
    };
  }

  @Override
  public int run(Invocation invocation) {
    String reference = invocation.arguments().first();
    Route route =
        RegistryCredentials.asked(
            invocation, Route.of("images", "push").with("ref", reference), reference);
    Transfer pushed =
        invocation.work(route, Content.none(), Transfer.class, step -> told(invocation, step));
    return TransferText.print(invocation, "pushed", pushed);
  }

  /** Prints which BINs were left behind. */
  private static boolean told(Invocation invocation, Progress step) {
    boolean notice = step.phase().equals("notice");
    if (notice) {
      invocation.console().note(Console.harmless("note: " + step.item()));
    }
    return notice;
  }
}
