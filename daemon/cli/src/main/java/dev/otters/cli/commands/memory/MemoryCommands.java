package dev.otters.cli.commands.memory;

import dev.otters.api.memory.MemoryView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.PurgeCommand;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import dev.otters.cli.local.OptionValues;
import java.time.Instant;
import java.util.List;

/** The commands for what agents remember. */
public final class MemoryCommands {
  static final Argument MEMORY = Argument.one("MEMORY", "Id of the memory");

  static final Option NAMESPACE =
      Option.one("NAMESPACE", "Only this namespace and what is below it", "--namespace");

  static final Option LIMIT =
      Option.one("N", "Show at most N memories (default 50, at most 1000)", "-n", "--limit");

  private static final int MOST = 1000;

  private MemoryCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(
        new MemoryLs(),
        new MemorySearch(),
        new MemoryShow(),
        new MemoryRm(),
        new PurgeCommand("memory purge", "memories"),
        new MemoryExport(),
        new MemoryAudit());
  }

  /** Returns the route of a list with the options above. */
  static Route route(Arguments given) {
    Route route = Route.of("memories");
    given.one("--namespace").ifPresent(namespace -> route.with("namespace", namespace));
    return limited(route, given);
  }

  static Route limited(Route route, Arguments given) {
    given
        .one("--limit")
        .map(number -> OptionValues.count("--limit", number, 1))
        .ifPresent(number -> route.with("limit", Long.toString(Math.min(number, MOST))));
    return route;
  }

  static Table table(List<MemoryView> memories) {
    Instant now = Instant.now();
    Table table = new Table("ID", "NAMESPACE", "TYPE", "TOPICS", "STORED", "TEXT");
    for (MemoryView memory : memories) {
      table.row(
          memory.id(),
          memory.namespace(),
          memory.type(),
          String.join(" ", memory.topics()),
          Times.ago(memory.createdAt(), now),
          memory.text().replace('\n', ' '));
    }
    return table;
  }
}
