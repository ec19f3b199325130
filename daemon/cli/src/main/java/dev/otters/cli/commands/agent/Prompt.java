package dev.otters.cli.commands.agent;

import static java.util.stream.Collectors.joining;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentView;
import dev.otters.api.session.FileContent;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import dev.otters.api.session.TurnOutcome;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.client.RetryPause;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.JsonOption;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.turn.FinalDisplay;
import dev.otters.cli.turn.LiveDisplay;
import dev.otters.cli.turn.TurnDisplay;
import dev.otters.cli.turn.TurnResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

final class Prompt implements RunnableCommand {
  private static final int MOST_BYTES = 900_000;
  private static final JsonOption SCHEMA =
      new JsonOption("schema", "Give --schema a file with a JSON object.", MOST_BYTES);

  /** The beginning of the ids of this command's sessions. */
  private static final String ORIGIN = "cli:prompt:";

  @Override
  public Command command() {
    return Command.of("prompt", Group.COMMON, "Send a message to an agent and print its answer")
        .alias("agent prompt")
        .details(
            """
            On a terminal, prints the answer while it is written, with the tool calls. Otherwise
            prints only the final answer. The message is stored first: if this command is killed, or
            the daemon restarts, the turn continues. Ctrl-C interrupts the turn.

            Each prompt begins a new conversation, whose id it prints on a terminal. To continue it,
            give -s its id or name, or --continue for the newest one. An unknown id begins a
            conversation of that name.

            A message to a session that is busy, or that waits for approval, is delivered after that turn. With
            --interrupt, the turn ends first: what was said stays, and calls that wait are denied.

            Calls of gated tools wait for you. --yes allows those of the tools that prompt-yes in ottersd.yaml
            names, and leaves the others to you.

            --file sends a file with the message, up to 20 files of 20 MiB together: PNG, JPEG, GIF and
            WebP images and PDFs, if the model takes them, and texts in UTF-8 of up to 1 MiB together.
            The daemon keeps them with the conversation.

            --grant says which namespaces of its resources a new conversation may reach, in place of those of 'otters
            run --grant'. A conversation keeps them. With --fork, a conversation that has others stays as it is, and
            the message begins another one without its texts.

            --context-id brings the newest entries of a scratchpad with the message, in place of those of 'otters run
            --context-id'. 'otters context-store' shows scratchpads.

            With --schema, the agent works with its tools as usual, and the daemon checks its answer. An answer that
            does not match is returned to the model, twice at most; then the prompt fails.\
            """)
        .arguments(
            Argument.one("AGENT", "Name or id of the agent"),
            Argument.any("TEXT", "The message; without it, and for -, standard input is read"))
        .options(
            Option.one(
                "SESSION", "Conversation to continue (default a new one)", "-s", "--session"),
            Option.flag(
                "Continue the conversation that this command used last with the agent",
                "-c",
                "--continue"),
            Option.flag("Start the agent if it does not run", "--start"),
            Option.flag(
                "Stop the session's turn first, and deny its calls that wait for approval",
                "--interrupt"),
            Option.flag(
                "Allow calls of the gated tools that prompt-yes in ottersd.yaml names", "--yes"),
            Option.many("PATH", "Image, PDF or text file to send with the message", "--file"),
            Option.one(
                "FILE",
                "JSON Schema that the answer must match; prints only the JSON document",
                "--schema"),
            SessionCommands.GRANT,
            Option.flag(
                "If the conversation has other grants than --grant names, begin another one",
                "--fork"),
            SessionCommands.CONTEXT_ID,
            Option.flag("Print only the final answer", "--no-stream"),
            Option.flag(
                "Show tool calls on standard error even if it is not a terminal", "--show-tools"),
            Invocation.OUTPUT)
        .example("otters prompt guide \"What is this project?\"", "Ask an agent")
        .example(
            "otters prompt -s review guide \"And what did we say yesterday?\"",
            "Continue a conversation")
        .example("otters prompt --continue guide \"And why?\"", "Continue the newest one")
        .example(
            "otters prompt --interrupt -s deploy ops \"Stop. Use staging.\"",
            "Say something else at once")
        .example("otters prompt --file chart.png guide \"What does this show?\"", "Send an image")
        .example("git diff | otters prompt --no-stream coder -", "Send standard input")
        .example(
            "git diff | otters prompt coder \"Review this:\" -", "Send text and standard input")
        .example("otters prompt --start guide \"Are you there?\"", "Start a stopped agent first")
        .example(
            "otters prompt --schema person.json guide \"Who wrote this?\" | jq .name",
            "Get a JSON document of a known form")
        .example(
            "otters prompt --output json guide \"How large is it?\"",
            "Print the answer, its tool calls and its usage as JSON");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    String agent = given.first();
    List<FileContent> files = MessageFiles.read(invocation, given.many("--file"));
    Object schema =
        given
            .one("--schema")
            .map(file -> SCHEMA.read(invocation, command(), file, Map.class))
            .orElse(null);
    String text = text(invocation);
    if (given.has("--start")) {
      var _ = invocation.work(Route.of("agents", agent, "start"), Content.none(), AgentView.class);
    }
    Chosen session = session(invocation, agent);
    boolean json = invocation.json();
    Conversation conversation =
        new Conversation(invocation, agent, session.id(), json ? Optional.empty() : session.note())
            .urgent(given.has("--interrupt"))
            .granted(given.many("--grant"))
            .withScratchpads(given.many("--context-id"));
    try (Interrupts.Handle _ = conversation.interruptible()) {
      TurnResult result = conversation.ask(text, files, schema, display(invocation, json));
      print(invocation, result, json);
      return exit(invocation, result, json);
    }
  }

  /**
   * The session of a prompt.
   *
   * @param note what a person needs to know of it; empty if the person named it
   */
  private record Chosen(String id, Optional<String> note) {
    static Chosen shown(String id) {
      return new Chosen(id, Optional.of("session " + Ids.ofSession(id, false)));
    }
  }

  private Chosen session(Invocation invocation, String agent) {
    Arguments given = invocation.arguments();
    Optional<String> named = given.one("--session");
    boolean fork = given.has("--fork");
    if (fork
        && (given.many("--grant").isEmpty() || (named.isEmpty() && !given.has("--continue")))) {
      throw new UsageException(
          "--fork needs --grant, and a conversation from --session or --continue", null, command());
    }
    if (!given.has("--continue")) {
      return named
          .map(name -> named(invocation, agent, name))
          .orElseGet(() -> Chosen.shown(ORIGIN + UUID.randomUUID()));
    }
    if (named.isPresent()) {
      throw new UsageException("--session and --continue exclude each other", null, command());
    }
    Route newest =
        Route.of("sessions").with("agent", agent).with("beginning", ORIGIN).with("limit", "1");
    return invocation.daemon().get(newest, SessionList.class).sessions().stream()
        .map(session -> forked(invocation, session, Chosen.shown(session.id())))
        .findFirst()
        .orElseThrow(
            () ->
                ApiException.of(
                    ErrorCode.SESSION_NOT_FOUND,
                    "agent " + agent + " has no conversation to continue",
                    "Leave out --continue to begin one."));
  }

  /** Returns the session that a person named, or a new one of this name. */
  private static Chosen named(Invocation invocation, String agent, String name) {
    try {
      SessionSummary found =
          RetryPause.repeated(
              () -> SessionCommands.find(invocation, agent, name), invocation.console()::note);
      boolean whole = name.equals(found.id()) || name.equals(found.name());
      return forked(
          invocation,
          found,
          whole ? new Chosen(found.id(), Optional.empty()) : Chosen.shown(found.id()));
    } catch (ApiException e) {
      if (e.problem().code() != ErrorCode.SESSION_NOT_FOUND) {
        throw e;
      }
      return new Chosen(name, Optional.of("new session " + name));
    }
  }

  /** Returns the chosen session, or with --fork one with the wanted grants beside it. */
  private static Chosen forked(Invocation invocation, SessionSummary found, Chosen usual) {
    Fork fork = new Fork(invocation, ORIGIN, invocation.arguments().many("--grant"));
    return invocation.arguments().has("--fork") && fork.isNeeded(found)
        ? new Chosen(fork.of(found), Optional.empty())
        : usual;
  }

  static void print(Invocation invocation, TurnResult result, boolean json) {
    Console console = invocation.console();
    if (json) {
      var _ = invocation.printJson(result);
    } else if (!live(invocation, json) && !result.answer().isEmpty()) {
      String answer =
          console.terminal().out() ? Console.harmless(result.answer()) : result.answer();
      console.text(answer.endsWith("\n") ? answer : answer + "\n");
    }
  }

  static int exit(Invocation invocation, TurnResult result, boolean json) {
    if (result.problem() != null) {
      if (!json) {
        ProblemText.print(invocation.console(), result.problem());
      }
      return result.problem().code().exitCode();
    }
    if (result.outcome() == TurnOutcome.INTERRUPTED) {
      invocation.console().note("interrupted");
      return ExitCodes.INTERRUPTED;
    }
    return ExitCodes.OK;
  }

  static TurnDisplay display(Invocation invocation, boolean json) {
    boolean live = live(invocation, json);
    boolean tools = invocation.arguments().has("--show-tools");
    Console console = invocation.console();
    return live
        ? new LiveDisplay(console, tools || console.terminal().err())
        : new FinalDisplay(console, tools);
  }

  private static boolean live(Invocation invocation, boolean json) {
    return invocation.console().terminal().out()
        && !json
        && invocation.arguments().one("--schema").isEmpty()
        && !invocation.arguments().has("--no-stream");
  }

  private String text(Invocation invocation) throws IOException {
    List<String> words =
        invocation.arguments().positional().subList(1, invocation.arguments().positional().size());
    Console console = invocation.console();
    if (words.isEmpty() && console.terminal().in()) {
      throw new UsageException("missing TEXT: the message", null, command());
    }
    String text = words.stream().filter(word -> !word.equals("-")).collect(joining(" "));
    if (words.isEmpty() || words.contains("-")) {
      String input = read(console);
      text = text.isEmpty() || input.isEmpty() ? text + input : text + "\n\n" + input;
    } else if (!console.terminal().in() && console.in().available() > 0) {
      console.note("standard input is not sent: add - after the text to send it, too");
    }
    if (text.isBlank()) {
      throw new UsageException("the message is empty", null, command());
    }
    return text;
  }

  private String read(Console console) throws IOException {
    byte[] bytes = console.in().readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new UsageException(
          "the message is larger than " + Sizes.of(MOST_BYTES),
          "Mount the file with -v and name its path in the message.",
          command());
    }
    return new String(bytes, StandardCharsets.UTF_8).stripTrailing();
  }
}
