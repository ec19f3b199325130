package dev.otters.cli.commands.session;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.session.Dollars;
import dev.otters.api.trace.TraceBlock;
import dev.otters.api.trace.TraceCall;
import dev.otters.api.trace.TraceContext;
import dev.otters.api.trace.TraceDetail;
import dev.otters.api.trace.TraceList;
import dev.otters.api.trace.TracePrompt;
import dev.otters.api.trace.TraceText;
import dev.otters.api.trace.TraceTurn;
import dev.otters.api.trace.TraceUsage;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Style;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class Trace implements RunnableCommand {
  private static final int HASH = 12;

  @Override
  public Command command() {
    return Command.of("trace", Group.SESSIONS, "Show what the turns of a session sent to models")
        .details(
            "Lists the turns, or shows one turn: the sections of its system prompt, and each"
                + " request with its time, size and usage. The policy 'trace' of the agent or of"
                + " the daemon decides what is stored; docs/tracing.md describes it. To ask another"
                + " model the same, see 'otters trace replay --help'.")
        .arguments(
            SessionCommands.AGENT,
            SessionCommands.SESSION,
            Argument.any("TURN", "Number of the turn; two numbers with --diff"))
        .options(
            Option.flag(
                "Print the requests: readable on a terminal, else as they were sent", "--prompt"),
            Option.flag("Print the context that the turn read, as JSON", "--context"),
            Option.flag("Show how the first requests of two turns differ", "--diff"),
            Option.flag("Rebuild the requests and check their hashes", "--verify"),
            SessionCommands.last("turns"),
            Option.flag("Print only the numbers of the turns", "-q", "--quiet"),
            Invocation.NO_TRUNC,
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters trace guide review", "List the turns of a session")
        .example("otters trace guide review 3", "Show one turn")
        .example("otters trace guide review 3 --prompt", "Print what the model received")
        .example("otters trace guide review --diff 2 3", "Compare two turns")
        .example("otters trace guide review --verify", "Check all listed turns");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    List<String> turns =
        invocation.arguments().positional().subList(2, invocation.arguments().positional().size());
    boolean diff = invocation.arguments().has("--diff");
    if (diff ? turns.size() != 2 : turns.size() > 1) {
      throw wrong(diff ? "--diff takes two turns" : "only --diff takes more than one turn");
    }
    if (diff) {
      return diff(invocation, turns.getFirst(), turns.getLast());
    }
    if (invocation.arguments().has("--verify")) {
      return verify(invocation, turns.isEmpty() ? numbers(list(invocation)) : turns);
    }
    if (turns.isEmpty()) {
      requireNo(invocation, "--prompt");
      requireNo(invocation, "--context");
      return turns(invocation);
    }
    if (invocation.arguments().has("--context")) {
      text(invocation, context(invocation, turns.getFirst()).json());
      return ExitCodes.OK;
    }
    return invocation.arguments().has("--prompt")
        ? prompts(invocation, turns.getFirst())
        : turn(invocation, turns.getFirst());
  }

  private static void requireNo(Invocation invocation, String option) {
    if (invocation.arguments().has(option)) {
      throw wrong(option + " takes a turn");
    }
  }

  private static ApiException wrong(String what) {
    return ApiException.of(
        ErrorCode.INVALID_REQUEST, what, "Name turns by the numbers that 'otters trace' lists.");
  }

  private static Route route(Invocation invocation, String... more) {
    List<String> path = new ArrayList<>(List.of("agents", invocation.arguments().first()));
    path.addAll(List.of("sessions", invocation.arguments().positional().get(1), "traces"));
    path.addAll(List.of(more));
    return Route.of(path.toArray(String[]::new));
  }

  private static TraceList list(Invocation invocation) {
    Route route = SessionCommands.limited(route(invocation), invocation.arguments());
    return invocation.daemon().get(route, TraceList.class);
  }

  private static List<String> numbers(TraceList list) {
    return list.turns().stream().map(turn -> Long.toString(turn.turn())).toList();
  }

  private static TraceDetail detail(Invocation invocation, String turn) {
    return invocation.daemon().get(route(invocation, turn), TraceDetail.class);
  }

  private static TraceContext context(Invocation invocation, String turn) {
    return invocation.daemon().get(route(invocation, turn, "context"), TraceContext.class);
  }

  private static TracePrompt prompt(Invocation invocation, String turn, TraceCall call) {
    return invocation
        .daemon()
        .get(route(invocation, turn, "calls", Long.toString(call.id())), TracePrompt.class);
  }

  private static int turns(Invocation invocation) {
    TraceList list = list(invocation);
    int exit =
        invocation.list(list, list.turns(), turn -> Long.toString(turn.turn()), () -> table(list));
    if (list.earlier() > 0 && !invocation.json()) {
      invocation.console().note("note: there are earlier turns. Show them with -n.");
    }
    return exit;
  }

  private static Table table(TraceList list) {
    Table table =
        new Table("TURN", "STATE", "WHEN", "REQUESTS", "SIZE", "IN", "OUT", "TIME", "MESSAGE");
    Instant now = Instant.now();
    list.turns().forEach(turn -> row(table, turn, now));
    return table;
  }

  private static void row(Table table, TraceTurn turn, Instant now) {
    String failed = turn.failed() == 0 ? "" : " (" + turn.failed() + " failed)";
    table.row(
        Long.toString(turn.turn()),
        turn.state(),
        Times.ago(turn.at(), now),
        turn.requests() + failed,
        Sizes.of(turn.requestBytes()),
        Long.toString(turn.inputTokens()),
        Long.toString(turn.outputTokens()),
        millis(turn.millis()),
        turn.message());
  }

  static String millis(@Nullable Long millis) {
    return millis == null ? "-" : Times.took(Duration.ofMillis(millis));
  }

  private static int turn(Invocation invocation, String name) {
    TraceDetail detail = detail(invocation, name);
    return invocation.print(
        detail,
        () -> {
          Console console = invocation.console();
          console.fact("turn      ", Long.toString(detail.turn().turn()));
          console.fact("state     ", detail.turn().state());
          console.fact("message   ", detail.turn().message().replace('\n', ' '));
          console.fact("context   ", detail.context());
          console.line("");
          blocks(detail.blocks()).print(console, invocation.uncut());
          console.line("");
          calls(detail.calls()).print(console, invocation.uncut());
          detail.calls().stream()
              .filter(call -> call.error() != null)
              .forEach(
                  call ->
                      console.line(Console.harmless("request " + call.id() + ": " + call.error())));
        });
  }

  /** Returns a table of the parts of a request. */
  static Table blocks(List<TraceBlock> blocks) {
    Table table = new Table("BLOCK", "ORIGIN", "SIZE", "TOKENS", "HASH");
    for (TraceBlock block : blocks) {
      table.row(
          block.name(),
          block.origin(),
          Sizes.of(block.bytes()),
          "~" + block.tokens(),
          shortened(block.hash()));
    }
    return table;
  }

  private static String shortened(String hash) {
    return hash.substring(0, Math.min(HASH, hash.length()));
  }

  private static Table calls(List<TraceCall> calls) {
    Table table =
        new Table(
            "REQUEST", "STEP", "MODEL", "SIZE", "TEXT", "FIRST", "TIME", "IN", "OUT", "COST",
            "HASH");
    for (TraceCall call : calls) {
      TraceUsage usage = call.usage();
      table.row(
          call.error() == null ? Style.PLAIN : Style.RED,
          Long.toString(call.id()),
          call.attempt() == 0 ? "replay" : call.attempt() + "." + Math.abs(call.step()),
          call.model(),
          Sizes.of(call.bytes()),
          call.text().toString(),
          millis(call.firstMillis()),
          millis(call.millis()),
          usage == null ? "-" : tokens(usage, usage.input()),
          usage == null ? "-" : tokens(usage, usage.output()),
          usage == null || usage.costNanos() == null ? "-" : Dollars.text(usage.costNanos()),
          shortened(call.hash()));
    }
    return table;
  }

  static String tokens(TraceUsage usage, long count) {
    return (usage.estimated() ? "~" : "") + count;
  }

  private static int prompts(Invocation invocation, String turn) throws IOException {
    List<TracePrompt> prompts = new ArrayList<>();
    for (TraceCall call : detail(invocation, turn).calls()) {
      prompts.add(prompt(invocation, turn, call));
    }
    if (invocation.json()) {
      return invocation.printJson(prompts);
    }
    for (TracePrompt prompt : prompts) {
      if (prompt.request() == null) {
        missing(invocation, prompt);
      } else {
        print(invocation, prompt.request());
      }
    }
    return ExitCodes.OK;
  }

  /** Prints a request: readable on a terminal, else as it was sent. */
  private static void print(Invocation invocation, String request) throws IOException {
    if (invocation.console().terminal().out()) {
      text(invocation, PromptText.of(request).orElse(request));
    } else {
      SentFiles.print(invocation, request);
    }
  }

  /** Writes a text as it is stored; to a terminal, without its control characters. */
  private static void text(Invocation invocation, String text) {
    Console console = invocation.console();
    console.line(console.terminal().out() ? Console.harmless(text) : text);
  }

  private static void missing(Invocation invocation, TracePrompt prompt) {
    TraceCall call = prompt.call();
    if (!prompt.intact()) {
      invocation.console().warn("request " + call.id() + " is damaged");
      return;
    }
    String why =
        call.text() == TraceText.DROPPED ? "the disk was full" : "its policy is " + call.policy();
    invocation
        .console()
        .note("note: the text of request " + call.id() + " is not stored, because " + why + ".");
  }

  private static int verify(Invocation invocation, List<String> turns) {
    long intact = 0;
    long without = 0;
    List<Long> damaged = new ArrayList<>();
    for (String turn : turns) {
      for (TraceCall call : detail(invocation, turn).calls()) {
        TracePrompt prompt = prompt(invocation, turn, call);
        if (!prompt.intact()) {
          damaged.add(call.id());
        } else if (prompt.request() == null) {
          without++;
        } else {
          intact++;
        }
      }
    }
    invocation
        .console()
        .line(intact + " intact, " + without + " without text, " + damaged.size() + " damaged");
    damaged.forEach(id -> invocation.console().warn("request " + id + " is damaged"));
    return damaged.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private static int diff(Invocation invocation, String from, String to) {
    for (TraceDiff.Line line : TraceDiff.of(first(invocation, from), first(invocation, to))) {
      Style style =
          switch (line.side()) {
            case REMOVED -> Style.RED;
            case ADDED -> Style.YELLOW;
            case BOTH -> Style.PLAIN;
          };
      Console console = invocation.console();
      console.line(console.styledResult(style, Console.harmless(line.toString())));
    }
    return ExitCodes.OK;
  }

  private static String first(Invocation invocation, String turn) {
    List<TraceCall> calls = detail(invocation, turn).calls();
    if (calls.isEmpty()) {
      throw wrong("turn " + turn + " has no recorded request");
    }
    String text = prompt(invocation, turn, calls.getFirst()).request();
    if (text == null) {
      throw wrong("the text of turn " + turn + " is not stored");
    }
    return text;
  }
}
