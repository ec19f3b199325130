package dev.otters.cli.commands;

import dev.otters.api.ApiException;
import dev.otters.api.Json;
import dev.otters.api.LogLine;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.cli.client.Route;
import dev.otters.cli.client.SseReader;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Exit;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.console.Console;
import dev.otters.cli.local.Quantities;
import java.io.IOException;
import java.time.Instant;

/** Prints what an agent's sandbox wrote. */
final class Logs implements Entry {
  @Override
  public Command command() {
    return Command.of("logs", Group.COMMON, "Print the log of an agent")
        .alias("agent logs")
        .details(
            "What the agent wrote to standard output and standard error, and what the daemon says"
                + " about it, also from before its last start.")
        .arguments(Argument.one("AGENT", "Name or id of the agent"))
        .options(
            Option.flag("Go on as more is written", "-f", "--follow"),
            Option.one("N", "Print only the last N lines", "-n", "--tail"),
            Option.one("TIME", "Print only what is newer: 10m, or 2026-01-31T12:00:00Z", "--since"),
            Option.flag("Print the time of each line", "-t", "--timestamps"))
        .example("otters logs guide", "Print the whole log")
        .example("otters logs -f --tail 20 guide", "Print the last 20 lines, then what follows")
        .example("otters logs -t --since 10m guide", "Print the last ten minutes with times");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    Route route = Route.of("agents", given.first(), "logs").when(given.has("--follow"), "follow");
    given
        .one("--tail")
        .map(n -> Quantities.count("--tail", n, 0))
        .ifPresent(n -> route.with("tail", n.toString()));
    given
        .one("--since")
        .map(s -> Quantities.since(s, Instant.now()))
        .ifPresent(s -> route.with("since", s.toString()));
    try (SseReader events = invocation.daemon().stream(route, null)) {
      for (SseReader.Event event; (event = events.next()) != null; ) {
        show(invocation, event);
      }
    }
    return Exit.OK;
  }

  private static void show(Invocation invocation, SseReader.Event event) {
    if (event.name().equals(Streams.ERROR)) {
      throw new ApiException(Json.read(event.data(), Problem.class));
    }
    if (!event.name().equals(Streams.LINE)) {
      return;
    }
    LogLine line = Json.read(event.data(), LogLine.class);
    Console console = invocation.console();
    boolean stdout = line.stream().equals("stdout");
    boolean screen = stdout ? console.terminal().out() : console.terminal().err();
    String text = screen ? Console.harmless(line.text()) : line.text();
    String shown = invocation.arguments().has("--timestamps") ? line.time() + " " + text : text;
    if (stdout) {
      console.line(shown);
    } else {
      console.note(shown);
    }
  }
}
