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
  private static final Option ALL =
      Option.flag(
          "Also push the BINs and the RUNTIME without a registry, beside the agent", "--all");
  private static final Option QUIET = Option.flag("Print only the digest", "-q", "--quiet");

  @Override
  public Command command() {
    Command command =
        kind.command("push", "Push an image to the registry in its reference")
            .details(
                """
                Skips data that the registry already has, and writes the tag last. An image with
                several platforms is pushed with all of them; pull it with --all-platforms first.\
                """)
            .arguments(Argument.one("REF", "Reference of the image, with its registry"));
    return switch (kind) {
      case AGENT ->
          command
              .alias("push")
              .options(ALL, RegistryCredentials.INSECURE, QUIET, Invocation.OUTPUT)
              .example("otters push registry.example.com/agents/guide:1", "Push an agent")
              .example(
                  "otters push --all registry.example.com/agents/guide:1",
                  "Push an agent with the tools that only this machine has");
      case BIN ->
          command
              .options(RegistryCredentials.INSECURE, QUIET, Invocation.OUTPUT)
              .example("otters bin push 127.0.0.1:5000/tools/sh:1", "Push a tool");
    };
  }

  @Override
  public int run(Invocation invocation) {
    String reference = invocation.arguments().first();
    Route route =
        RegistryCredentials.asked(
                invocation, Route.of("images", "push").with("ref", reference), reference)
            .when(invocation.arguments().has("--all"), "all");
    Transfer pushed =
        invocation.work(route, Content.none(), Transfer.class, step -> told(invocation, step));
    return TransferText.print(invocation, "pushed", pushed);
  }

  /** Prints which BINs were left behind, or pushed too. */
  private static boolean told(Invocation invocation, Progress step) {
    boolean notice = step.phase().equals("notice");
    if (notice) {
      invocation.console().note(Console.harmless("note: " + step.item()));
    }
    return notice;
  }
}
