package dev.otters.cli.commands.agent;

import dev.otters.cli.client.RetryPause;
import dev.otters.cli.client.Route;
import dev.otters.cli.client.SseReader;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.local.OptionValues;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

final class Logs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("logs", Group.COMMON, "Print the log of an agent")
        .alias("agent logs")
        .details(
            "Shows what the agent wrote to standard output and standard error, and the daemon's"
                + " messages about it. The log continues across restarts.")
        .arguments(Argument.one("AGENT", "Name or id of the agent"))
        .options(
            Invocation.SESSION,
            Option.flag("Follow the log", "-f", "--follow"),
            Option.one("N", "Number of lines to print from the end, or all", "-n", "--tail"),
            Option.one("TIME", "Print only newer lines: 10m, or 2026-01-31T12:00:00Z", "--since"),
            Option.flag("Print the time of each line", "-t", "--timestamps"))
        .example("otters logs guide", "Print the whole log")
        .example("otters logs -f --tail 20 guide", "Print the last 20 lines and follow the log")
        .example("otters logs -t --since 10m guide", "Print the last ten minutes with timestamps");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    boolean follow = given.has("--follow");
    Optional<Integer> tail =
        given
            .one("--tail")
            .filter(n -> !n.equals("all"))
            .map(n -> OptionValues.count("--tail", n, 0));
    Optional<Instant> since =
        given.one("--since").map(s -> OptionValues.time("--since", s, Instant.now()));
    LogPrinter printer = new LogPrinter(invocation.console(), given.has("--timestamps"));
    RetryPause patience = new RetryPause();
    while (true) {
      Route route =
          invocation.ofSession(Route.of("agents", given.first(), "logs").when(follow, "follow"));
      tail.filter(_ -> printer.last().isEmpty()).ifPresent(n -> route.with("tail", n.toString()));
      printer.last().or(() -> since).ifPresent(time -> route.with("since", time.toString()));
      try (SseReader events = invocation.daemon().stream(route, null)) {
        for (SseReader.Event event; (event = events.next()) != null; ) {
          patience.reset();
          printer.print(event);
          if (invocation.console().isDeaf()) {
            return ExitCodes.OK;
          }
        }
        return ExitCodes.OK;
      } catch (IOException e) {
        if (!follow) {
          throw invocation.daemon().lost(e);
        }
        printer.reconnected();
        String note = patience.pause(String.valueOf(e.getMessage()));
        if (note != null) {
          invocation.console().note(note);
        }
      }
    }
  }
}
