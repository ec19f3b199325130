package dev.otters.cli.commands;

import dev.otters.api.ExecutorView;
import dev.otters.api.InfoView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Exit;
import dev.otters.cli.command.Group;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.console.Style;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;

/** Shows the state of command and daemon. */
final class Info implements Entry {
  @Override
  public Command command() {
    return Command.of("info", Group.SYSTEM, "Show the daemon, its executor and what it holds")
        .options(Invocation.OUTPUT)
        .example("otters info", "Show which engine is used, and why")
        .example(
            "otters info --output json | jq .executor.limitations",
            "Print what the engine cannot enforce");
  }

  @Override
  public int run(Invocation invocation) {
    Console console = invocation.console();
    if (!invocation.json()) {
      console.line("Client:");
      console.line("  Version: " + invocation.environment().version());
      console.line("  Daemon:  " + invocation.connector().endpoint());
    }
    InfoView info = invocation.daemon().get(Route.of("info"), InfoView.class);
    if (invocation.json()) {
      return invocation.printJson(info);
    }
    daemon(console, info);
    executor(console, info);
    info.warnings()
        .forEach(
            warning ->
                console.note(
                    console.styled(Style.YELLOW, "warning: ") + Console.harmless(warning)));
    return Exit.OK;
  }

  private static void daemon(Console console, InfoView info) {
    console.line("Daemon:");
    console.line(
        "  Version:   "
            + info.version().version()
            + " (API "
            + info.version().api()
            + ", protocol "
            + info.version().protocol()
            + ", Java "
            + info.version().java()
            + ")");
    console.line("  Home:      " + info.home());
    console.line("  Socket:    " + info.socket());
    console.line("  TCP:       " + Objects.requireNonNullElse(info.tcp(), "off"));
    console.line(
        "  Process:   "
            + info.pid()
            + ", up "
            + Times.span(Duration.between(info.startedAt(), Instant.now())));
    console.line("  Platform:  " + info.platform());
    console.line(
        "  Agents:    " + info.agentsRunning() + " running, " + info.agentsTotal() + " in all");
    console.line("  Images:    " + info.images() + " agent images, " + info.bins() + " BINs");
    console.line("  Runtime:   " + info.runtime().ref());
    String providers =
        info.providers().stream()
            .map(p -> p.name() + " (" + p.kind() + ")")
            .collect(Collectors.joining(", "));
    console.line("  Providers: " + (providers.isEmpty() ? "none" : providers));
  }

  private static void executor(Console console, InfoView info) {
    ExecutorView executor = info.executor();
    if (executor == null) {
      console.line("Executor:    none");
      if (info.executorProblem() != null) {
        ProblemText.print(console, info.executorProblem());
      }
      return;
    }
    console.line("Executor:");
    console.line(
        "  Kind:      "
            + executor.kind()
            + " "
            + executor.version()
            + " (API "
            + executor.apiVersion()
            + ")");
    console.line("  Endpoint:  " + executor.endpoint());
    console.line("  Chosen:    " + executor.reason());
    executor
        .limitations()
        .forEach(limit -> console.line("  Cannot:    " + Console.harmless(limit)));
    executor
        .warnings()
        .forEach(
            warning ->
                console.note(
                    console.styled(Style.YELLOW, "warning: ") + Console.harmless(warning)));
  }
}
