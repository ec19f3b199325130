package dev.otters.cli.commands.image;

import dev.otters.api.image.Transfer;
import dev.otters.api.image.TransferList;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RegistryCredentials;
import dev.otters.cli.commands.RunnableCommand;

record ImagePull(ImageKind kind) implements RunnableCommand {
  private static final Option PLATFORM =
      Option.one("OS/ARCH", "Platform to pull (default that of the sandboxes)", "--platform");
  private static final Option EVERY =
      Option.flag("Pull all platforms, as a later push needs", "--all-platforms");
  private static final Option QUIET = Option.flag("Print only the digest", "-q", "--quiet");

  @Override
  public Command command() {
    Command command =
        kind.command("pull", "Pull an image from its registry")
            .arguments(Argument.one("REF", "Reference of the image, with its registry"));
    return switch (kind) {
      case AGENT ->
          command
              .alias("pull")
              .details(
                  """
                  Skips data that is already here. A failed pull leaves nothing behind; Ctrl-C stops
                  it. --all also pulls the RUNTIME and the BINs of an agent, so that it runs without
                  a network.\
                  """)
              .options(
                  Option.flag("Also pull the RUNTIME and the BINs of the agent", "--all"),
                  PLATFORM,
                  EVERY,
                  RegistryCredentials.INSECURE,
                  QUIET,
                  Invocation.OUTPUT)
              .example("otters pull registry.example.com/agents/guide:1", "Pull an agent")
              .example(
                  "otters pull --all registry.example.com/agents/guide:1",
                  "Pull an agent with all its images");
      case BIN ->
          command
              .options(PLATFORM, EVERY, RegistryCredentials.INSECURE, QUIET, Invocation.OUTPUT)
              .example(
                  "otters bin pull 127.0.0.1:5000/tools/sh:1",
                  "Pull a tool before an agent needs it");
    };
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    if (given.has("--platform") && given.has("--all-platforms")) {
      throw UsageException.of("--platform and --all-platforms exclude each other", null);
    }
    String reference = given.first();
    Route route =
        RegistryCredentials.asked(
                invocation, Route.of("images", "pull").with("ref", reference), reference)
            .when(given.has("--all"), "all")
            .when(given.has("--all-platforms"), "all-platforms");
    given.one("--platform").ifPresent(platform -> route.with("platform", platform));
    TransferList pulled = invocation.work(route, Content.none(), TransferList.class);
    return invocation.print(
        pulled,
        () -> pulled.images().forEach(image -> TransferText.line(invocation, how(image), image)));
  }

  private static String how(Transfer image) {
    return RegistryCredentials.host(image.ref()).isEmpty() ? "found" : "pulled";
  }
}
