package dev.otters.cli.commands.resources;

import dev.otters.api.durable.DraftComparison;
import dev.otters.api.durable.DurableFile;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;

final class ResourcesCompare implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("resources compare", Group.AGENTS, "Show how a draft differs from its file")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION, ResourceCommands.DRAFT)
        .options(ResourceCommands.TO, Invocation.OUTPUT)
        .example("otters resources compare editor draft SOUL.md", "Show a unified diff");
  }

  @Override
  public int run(Invocation invocation) {
    DraftComparison compared = compare(invocation);
    return invocation.print(
        compared, () -> invocation.console().text(Console.harmless(text(compared))));
  }

  /** Compares the draft that the third argument names. */
  static DraftComparison compare(Invocation invocation) {
    Route route =
        ResourceCommands.drafts(invocation, "comparison")
            .with("draft", invocation.arguments().positional().get(2));
    invocation.arguments().one("--to").ifPresent(file -> route.with("file", file));
    return invocation.daemon().get(route, DraftComparison.class);
  }

  /** Returns the heading and the diff. */
  static String text(DraftComparison compared) {
    DurableFile current = compared.current();
    String before =
        current == null
            ? "--- (no file)\n"
            : "--- %s (version %s, sha256 %s)\n"
                .formatted(current.path(), current.version(), current.sha256());
    String after = "+++ draft %s (sha256 %s)\n".formatted(compared.draft(), compared.sha256());
    if (compared.identical()) {
      return before + after + "They are the same.\n";
    }
    return before + after + (compared.binary() ? "They are not texts.\n" : compared.diff());
  }
}
