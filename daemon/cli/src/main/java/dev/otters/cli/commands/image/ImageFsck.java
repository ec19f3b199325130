package dev.otters.cli.commands.image;

import dev.otters.api.image.FsckFinding;
import dev.otters.api.image.FsckResult;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Style;
import dev.otters.cli.console.Table;
import java.util.List;

final class ImageFsck implements RunnableCommand {
  private static final int MOST_FINDINGS = 20;
  private static final int MOST_IMAGES = 3;

  @Override
  public Command command() {
    return Command.of("image fsck", Group.IMAGES, "Check all data in the image store")
        .details(
            """
            Moves damaged data away, so that the next pull fetches it again; --repair fetches it now
            from its registry. Ends with 1 if damage is left.\
            """)
        .options(
            Option.flag("Fetch damaged and missing data", "--repair"),
            Invocation.NO_TRUNC,
            Invocation.OUTPUT)
        .example("otters image fsck", "Check the store")
        .example("otters image fsck --repair", "Check and repair the store");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = Route.of("system", "fsck").when(invocation.arguments().has("--repair"), "repair");
    FsckResult result = invocation.work(route, Content.none(), FsckResult.class);
    int exit = result.sound() ? ExitCodes.OK : ExitCodes.FAILED;
    if (invocation.json()) {
      var _ = invocation.printJson(result);
      return exit;
    }
    Console console = invocation.console();
    List<FsckFinding> shown = result.findings().stream().limit(MOST_FINDINGS).toList();
    if (!shown.isEmpty()) {
      table(shown, invocation.uncut()).print(console, invocation.uncut());
      shown.forEach(finding -> explain(console, finding));
      tellMore(console, result.findings().size() - shown.size());
    }
    console.line(
        "checked "
            + Plural.of(result.blobs(), "blob")
            + " ("
            + Sizes.of(result.bytes())
            + "): "
            + (result.sound() ? "no damage" : "damaged"));
    return exit;
  }

  private static Table table(List<FsckFinding> findings, boolean uncut) {
    Table table = new Table("FINDING", "SUBJECT", "IMAGES", "STATE");
    for (FsckFinding finding : findings) {
      boolean digest = finding.subject().startsWith("sha256:");
      table.row(
          finding.repaired() ? Style.PLAIN : Style.RED,
          finding.kind().replace('_', ' '),
          digest ? Ids.of(finding.subject(), uncut) : Console.harmless(finding.subject()),
          images(finding.refs()),
          finding.repaired() ? "repaired" : "damaged");
    }
    return table;
  }

  private static String images(List<String> refs) {
    String first = String.join(", ", refs.stream().limit(MOST_IMAGES).toList());
    int more = refs.size() - MOST_IMAGES;
    return refs.isEmpty()
        ? "-"
        : Console.harmless(first) + (more > 0 ? " and " + more + " more" : "");
  }

  private static void tellMore(Console console, int more) {
    if (more > 0) {
      console.note("and " + more + " more; use --output json to see all");
    }
  }

  private static void explain(Console console, FsckFinding finding) {
    console.note(Console.harmless(finding.message()));
    if (finding.remedy() != null) {
      console.note("  " + Console.harmless(finding.remedy()));
    }
  }
}
