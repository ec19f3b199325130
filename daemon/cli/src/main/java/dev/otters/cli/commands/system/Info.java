package dev.otters.cli.commands.system;

import dev.otters.api.Problem;
import dev.otters.api.system.ExecutorOption;
import dev.otters.api.system.ExecutorView;
import dev.otters.api.system.InfoView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;

final class Info implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("info", Group.SYSTEM, "Show the daemon, its executors and its contents")
        .options(Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters info", "Show the default executor and why it was chosen")
        .example(
            "otters info --output json | jq .executor.limitations",
            "Print the limitations of the executor");
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
    info.warnings().forEach(console::warn);
    return ExitCodes.OK;
  }

  private static void daemon(Console console, InfoView info) {
    console.line("Daemon:");
    console.fact("  Version:   ", Version.text(info.daemon().version()));
    console.fact("  Home:      ", info.daemon().home());
    console.fact("  Socket:    ", info.daemon().socket());
    console.fact("  TCP:       ", Objects.requireNonNullElse(info.daemon().tcp(), "off"));
    console.fact(
        "  Process:   ",
        info.daemon().pid()
            + ", up "
            + Times.span(Duration.between(info.daemon().startedAt(), Instant.now())));
    console.fact("  Platform:  ", info.daemon().platform());
    console.fact(
        "  Agents:    ",
        info.stock().agentsRunning() + " running, " + info.stock().agentsTotal() + " total");
    console.fact(
        "  Images:    ",
        Plural.of(info.stock().images(), "agent image")
            + ", "
            + Plural.of(info.stock().bins(), "BIN"));
    console.fact("  Runtime:   ", info.stock().runtime().ref());
    String providers =
        info.providers().stream()
            .map(p -> p.name() + " (" + p.kind() + ")")
            .collect(Collectors.joining(", "));
    console.fact("  Providers: ", (providers.isEmpty() ? "none" : providers));
  }

  private static void executor(Console console, InfoView info) {
    ExecutorView executor = info.executors().executor();
    if (executor == null) {
      console.line("Executor:    none");
      if (info.executors().executorProblem() != null) {
        ProblemText.print(console, info.executors().executorProblem());
      }
    } else {
      console.line("Executor:");
      facts(console, executor);
    }
    info.executors().executors().stream()
        .filter(option -> !option.chosen())
        .filter(option -> executor != null || option.executor() != null)
        .forEach(option -> other(console, option));
  }

  private static void facts(Console console, ExecutorView executor) {
    console.fact("  Kind:      ", name(executor));
    if (!executor.endpoint().isEmpty()) {
      console.fact("  Endpoint:  ", executor.endpoint());
    }
    console.fact("  Chosen:    ", executor.reason());
    executor.limitations().forEach(limit -> console.fact("  Cannot:    ", limit));
    executor.warnings().forEach(console::warn);
  }

  private static String name(ExecutorView executor) {
    String version = executor.version().isEmpty() ? "" : " " + executor.version();
    String api = executor.apiVersion().isEmpty() ? "" : " (API " + executor.apiVersion() + ")";
    return executor.kind() + version + api;
  }

  /** Shows an executor that is not the default. */
  private static void other(Console console, ExecutorOption option) {
    console.line("Executor " + option.kind() + ":");
    ExecutorView executor = option.executor();
    if (executor != null) {
      console.fact("  Usable:    ", "yes, " + name(executor));
      executor.limitations().forEach(limit -> console.fact("  Cannot:    ", limit));
      executor.warnings().forEach(console::warn);
      return;
    }
    Problem problem = option.problem();
    console.fact("  Usable:    ", problem == null ? "no" : "no, " + problem.title());
    if (problem != null && problem.remedy() != null) {
      console.fact("  To use it: ", problem.remedy());
    }
  }
}
