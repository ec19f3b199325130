package dev.otters.cli.commands.session;

import dev.otters.api.session.Dollars;
import dev.otters.api.trace.ReplayRequest;
import dev.otters.api.trace.TraceAnswer;
import dev.otters.api.trace.TraceReplay;
import dev.otters.api.trace.TraceUsage;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Table;
import java.util.List;

final class TraceReplayCommand implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of(
            "trace replay", Group.SESSIONS, "Show how another model answers a request of a turn")
        .details(
            "Sends the conversation, system prompt and tools of a request to another model, and"
                + " prints the recorded answer and the new one. Runs no tool and changes no"
                + " session. The usage counts for the agent and the day.")
        .arguments(
            SessionCommands.AGENT,
            SessionCommands.SESSION,
            Argument.one("TURN", "Number of the turn"))
        .options(
            Option.one("MODEL", "Model that answers, as PROVIDER/MODEL", "--model"),
            Option.one(
                "STEP",
                "Request of the turn, as 'otters trace' lists it (default: last)",
                "--step"),
            Invocation.OUTPUT)
        .example(
            "otters trace replay guide review 3 --model openai/gpt-5.1",
            "Ask another model the last question of turn 3")
        .example(
            "otters trace replay guide review 3 --step 1.1 --model local/smollm2-135m",
            "Ask a local model its first question");
  }

  @Override
  public int run(Invocation invocation) {
    List<String> given = invocation.arguments().positional();
    String model =
        invocation
            .arguments()
            .one("--model")
            .orElseThrow(
                () ->
                    new UsageException(
                        "--model is missing", "List models with 'otters model ls'.", command()));
    String step = invocation.arguments().one("--step").orElse(null);
    Route route =
        Route.of(
            "agents", given.get(0), "sessions", given.get(1), "traces", given.get(2), "replay");
    TraceReplay replay =
        invocation
            .daemon()
            .work(
                route,
                new Content.Message(new ReplayRequest(model, step)),
                TraceReplay.class,
                progress -> {});
    return invocation.print(replay, () -> print(invocation, replay));
  }

  private static void print(Invocation invocation, TraceReplay replay) {
    Console console = invocation.console();
    console.fact("turn     ", Long.toString(replay.turn()));
    console.fact("request  ", replay.step());
    console.line("");
    Table table = new Table("ANSWER", "MODEL", "TIME", "IN", "OUT", "COST");
    row(table, "recorded", replay.recorded());
    row(table, "replayed", replay.replayed());
    table.print(console, invocation.uncut());
    text(console, "recorded", replay.recorded());
    text(console, "replayed", replay.replayed());
  }

  private static void row(Table table, String name, TraceAnswer answer) {
    TraceUsage usage = answer.usage();
    table.row(
        name,
        answer.model(),
        Trace.millis(answer.millis()),
        usage == null ? "-" : Trace.tokens(usage, usage.input()),
        usage == null ? "-" : Trace.tokens(usage, usage.output()),
        usage == null || usage.costNanos() == null ? "-" : Dollars.text(usage.costNanos()));
  }

  private static void text(Console console, String name, TraceAnswer answer) {
    console.line("");
    console.line("── " + name);
    if (answer.error() != null) {
      console.line(Console.harmless("failed: " + answer.error()));
    }
    if (!answer.text().isEmpty()) {
      console.line(Console.harmless(answer.text().stripTrailing()));
    }
    for (TraceAnswer.Call call : answer.calls()) {
      console.line(Console.harmless("call " + call.name() + " " + call.arguments()));
    }
    if (answer.error() == null && answer.text().isEmpty() && answer.calls().isEmpty()) {
      console.line("(no answer)");
    }
  }
}
