package dev.otters.cli.commands.image;

import dev.otters.api.image.PruneResult;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.Sizes;
import java.io.IOException;
import java.util.List;

final class ImagePrune implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("image prune", Group.IMAGES, "Remove unused image data")
        .details(
            """
            Keeps data that a reference or an agent uses. With -a, also removes the references of
            agent images and BIN images that no agent uses, except those that came with otters. On a
            terminal, -a lists them and asks first.\
            """)
        .options(
            Option.flag("Remove all images that no agent uses", "-a", "--all"),
            Option.flag("Only show what would be removed", "--dry-run"),
            Option.flag("Do not ask for confirmation", "-f", "--force"),
            Invocation.OUTPUT)
        .example("otters image prune", "Remove data without a reference")
        .example("otters image prune -a --dry-run", "See which images no agent uses");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    boolean dryRun = given.has("--dry-run");
    if (given.has("--all") && !dryRun && !given.has("--force") && !agreed(invocation)) {
      invocation.console().note("nothing was removed");
      return ExitCodes.FAILED;
    }
    PruneResult pruned = prune(invocation, dryRun);
    return invocation.print(pruned, () -> print(invocation.console(), pruned));
  }

  private static PruneResult prune(Invocation invocation, boolean dryRun) {
    Route route =
        Route.of("images", "prune")
            .when(invocation.arguments().has("--all"), "all")
            .when(dryRun, "dry-run");
    return invocation.daemon().post(route, PruneResult.class);
  }

  /** Asks a person before images go that were perhaps built here and are nowhere else. */
  private static boolean agreed(Invocation invocation) throws IOException {
    Console console = invocation.console();
    if (!console.terminal().in() || !console.terminal().err()) {
      return true;
    }
    List<String> images = prune(invocation, true).images();
    if (images.isEmpty()) {
      return true;
    }
    images.forEach(image -> console.note(Console.harmless("would remove " + image)));
    return console.agrees("Remove them? [y/N] ");
  }

  private static void print(Console console, PruneResult pruned) {
    String would = pruned.dryRun() ? "would remove " : "removed ";
    pruned.images().forEach(image -> console.line(Console.harmless(would + image)));
    console.line(
        (pruned.dryRun() ? "would reclaim " : "reclaimed ")
            + Sizes.of(pruned.bytes())
            + " ("
            + Plural.of(pruned.blobs(), "blob")
            + ")");
  }
}
