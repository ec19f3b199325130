package dev.otters.cli.commands;

import dev.otters.api.PruneResult;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Exit;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Sizes;

/** Removes what nobody needs from the store. */
final class ImagePrune implements Entry {
  @Override
  public Command command() {
    return Command.of("image prune", Group.IMAGES, "Remove image content that nobody needs")
        .details(
            """
            Content stays that a reference or an agent needs. With -a references go, too, of agent images and BIN
            images that no agent uses; those that came with otters stay.\
            """)
        .options(
            Option.flag("Remove all images that no agent uses", "-a", "--all"),
            Option.flag("Only say what would be removed", "--dry-run"),
            Invocation.OUTPUT)
        .example("otters image prune", "Free the space of what has no reference")
        .example("otters image prune -a --dry-run", "See which images no agent uses");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    Route route =
        Route.of("images", "prune")
            .when(given.has("--all"), "all")
            .when(given.has("--dry-run"), "dry-run");
    PruneResult pruned = invocation.daemon().post(route, PruneResult.class);
    if (invocation.json()) {
      return invocation.printJson(pruned);
    }
    Console console = invocation.console();
    String would = pruned.dryRun() ? "would remove " : "removed ";
    pruned.images().forEach(image -> console.line(Console.harmless(would + image)));
    console.line(
        (pruned.dryRun() ? "would reclaim " : "reclaimed ")
            + Sizes.of(pruned.bytes())
            + " ("
            + pruned.blobs()
            + (pruned.blobs() == 1 ? " blob)" : " blobs)"));
    return Exit.OK;
  }
}
