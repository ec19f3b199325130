package dev.otters.cli.commands.image;

import dev.otters.api.image.Transfer;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RegistryCredentials;
import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

final class ImageCopy implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("image copy", Group.IMAGES, "Copy an image between registries")
        .details(
            """
            Reads SOURCE from its registry, with all platforms, or from the local store if it names
            no registry. Does not change the local store.\
            """)
        .arguments(
            Argument.one("SOURCE", "Reference of the image"),
            Argument.one("TARGET", "Reference with the registry to copy to"))
        .options(
            RegistryCredentials.INSECURE,
            Option.flag("Print only the digest", "-q", "--quiet"),
            Invocation.OUTPUT)
        .example(
            "otters image copy registry.example.com/agents/guide:1 127.0.0.1:5000/agents/guide:1",
            "Copy an agent to a local registry");
  }

  @Override
  public int run(Invocation invocation) {
    List<String> words = invocation.arguments().positional();
    Route route = Route.of("registry", "copy").with("from", words.get(0)).with("to", words.get(1));
    Transfer copied =
        invocation.work(
            RegistryCredentials.asked(invocation, route, words.get(0), words.get(1)),
            Content.none(),
            Transfer.class);
    return TransferText.print(invocation, "copied to", copied);
  }
}
