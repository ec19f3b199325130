package dev.otters.cli.commands.learning;

import dev.otters.api.resource.LearningList;
import dev.otters.api.resource.LearningView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import dev.otters.cli.local.OptionValues;
import java.time.Instant;
import java.util.List;

final class LearningsLs implements RunnableCommand {
  private static final int MOST = 1000;

  @Override
  public Command command() {
    return Command.of("learnings ls", Group.AGENTS, "List what an agent learned")
        .alias("learnings list")
        .details("Shows the newest first. An agent keeps its newest 200.")
        .arguments(SessionCommands.AGENT)
        .options(
            Option.one("KIND", "Only these: lesson, correction or error", "--kind"),
            Option.one("N", "Show at most N (default all)", "-n", "--limit"),
            Invocation.QUIET,
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters learnings ls editor --kind error", "List what went wrong");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = LearningCommands.of(invocation.arguments().first());
    invocation.arguments().one("--kind").ifPresent(kind -> route.with("kind", kind));
    invocation
        .arguments()
        .one("--limit")
        .map(number -> OptionValues.count("--limit", number, 1))
        .ifPresent(number -> route.with("limit", Long.toString(Math.min(number, MOST))));
    List<LearningView> found = invocation.daemon().get(route, LearningList.class).learnings();
    return invocation.list(found, found, LearningView::id, () -> table(found));
  }

  private static Table table(List<LearningView> learnings) {
    Instant now = Instant.now();
    Table table = new Table("ID", "KIND", "RECORDED", "SESSION", "TITLE", "DETAIL");
    for (LearningView learning : learnings) {
      table.row(
          learning.id(),
          learning.kind(),
          Times.ago(learning.recordedAt(), now),
          learning.session(),
          learning.title(),
          learning.detail().replace('\n', ' '));
    }
    return table;
  }
}
