package dev.otters.cli.commands;

import dev.otters.api.FsckFinding;
import dev.otters.api.FsckResult;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Exit;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Style;
import dev.otters.cli.console.Table;

/** Checks the store. */
final class ImageFsck implements Entry {
  @Override
  public Command command() {
    return Command.of("image fsck", Group.IMAGES, "Read and check all content of the store")
        .details(
            """
            Damaged content is moved away, so that the next pull fetches it again; --repair fetches it at once from
            where it was pulled from. Ends with 1 when something is wrong and was not repaired.\
            """)
        .options(Option.flag("Fetch what is damaged or missing", "--repair"), Invocation.OUTPUT)
        .example("otters image fsck", "Check the store")
        .example("otters image fsck --repair", "Check the store and mend it");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = Route.of("system", "fsck").when(invocation.arguments().has("--repair"), "repair");
    FsckResult result = invocation.work(route, Content.none(), FsckResult.class);
    int exit = result.sound() ? Exit.OK : Exit.FAILED;
    if (invocation.json()) {
      var _ = invocation.printJson(result);
      return exit;
    }
    Console console = invocation.console();
    if (!result.findings().isEmpty()) {
      table(result, invocation.wide()).print(console, invocation.wide());
      result.findings().forEach(finding -> explain(console, finding));
    }
    console.line(
        "checked "
            + result.blobs()
            + " blobs ("
            + Sizes.of(result.bytes())
            + "): "
            + (result.sound() ? "all is well" : "there is damage"));
    return exit;
  }

  private static Table table(FsckResult result, boolean uncut) {
    Table table = new Table("FINDING", "SUBJECT", "IMAGES", "STATE");
    for (FsckFinding finding : result.findings()) {
      boolean digest = finding.subject().startsWith("sha256:");
      table.row(
          finding.repaired() ? Style.PLAIN : Style.RED,
          finding.kind().replace('_', ' '),
          digest ? Ids.of(finding.subject(), uncut) : Console.harmless(finding.subject()),
          finding.refs().isEmpty() ? "-" : Console.harmless(String.join(", ", finding.refs())),
          finding.repaired() ? "repaired" : "damaged");
    }
    return table;
  }

  private static void explain(Console console, FsckFinding finding) {
    console.note(Console.harmless(finding.message()));
    if (finding.remedy() != null) {
      console.note("  " + Console.harmless(finding.remedy()));
    }
  }
}
