package dev.otters.cli.commands.image;

import dev.otters.api.image.TagList;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RegistryCredentials;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;

final class ImageTags implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("image tags", Group.IMAGES, "List the tags of a repository in a registry")
        .arguments(Argument.one("REPOSITORY", "Reference without a tag, with its registry"))
        .options(RegistryCredentials.INSECURE, Invocation.FORMAT, Invocation.OUTPUT)
        .example(
            "otters image tags registry.example.com/agents/guide", "List the tags of an agent");
  }

  @Override
  public int run(Invocation invocation) {
    String repository = invocation.arguments().first();
    Route route =
        RegistryCredentials.asked(
            invocation, Route.of("registry", "tags").with("repository", repository), repository);
    TagList tags = invocation.daemon().look(route, TagList.class);
    return invocation.print(
        tags,
        tags.tags(),
        () -> tags.tags().forEach(tag -> invocation.console().line(Console.harmless(tag))));
  }
}
