package dev.otters.cli.commands.agent;

import dev.otters.api.agent.ProcessView;
import dev.otters.api.agent.UsageView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Shows the processes of an agent. */
final class Top implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("top", Group.AGENTS, "Show the processes of an agent")
        .alias("agent top")
        .details("Pids and users are those of the machine on which the daemon runs.")
        .arguments(Argument.one("AGENT", "Name or id of the agent"))
        .options(Invocation.SESSION, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters top guide", "Show the processes of an agent");
  }

  @Override
  public int run(Invocation invocation) {
    Route route = invocation.ofSession(Route.of("agents", invocation.arguments().first(), "stats"));
    List<ProcessView> processes = invocation.daemon().get(route, UsageView.class).processes();
    return invocation.list(
        processes, processes, process -> Integer.toString(process.pid()), () -> table(processes));
  }

  private static Table table(List<ProcessView> processes) {
    Instant now = Instant.now();
    Table table = new Table("PID", "PPID", "UID", "STARTED", "TIME", "MEM", "COMMAND");
    for (ProcessView process : processes) {
      table.row(
          Integer.toString(process.pid()),
          Integer.toString(process.parent()),
          Integer.toString(process.uid()),
          Times.ago(process.started(), now),
          time(Duration.ofMillis(process.cpuMillis())),
          Sizes.of(process.memoryBytes()),
          process.command());
    }
    return table;
  }

  private static String time(Duration cpu) {
    return String.format(
        Locale.ROOT, "%d:%02d.%02d", cpu.toMinutes(), cpu.toSecondsPart(), cpu.toMillisPart() / 10);
  }
}
