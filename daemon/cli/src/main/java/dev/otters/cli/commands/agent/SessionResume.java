package dev.otters.cli.commands.agent;

import dev.otters.api.session.SessionSummary;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Style;
import dev.otters.cli.turn.SessionLog;
import dev.otters.cli.turn.TranscriptPrinter;
import dev.otters.cli.turn.TurnResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

final class SessionResume implements RunnableCommand {
  /** The number of events that are shown again. */
  private static final int LAST = 20;

  @Override
  public Command command() {
    return Command.of("session resume", Group.SESSIONS, "Continue a session line by line")
        .details(
            """
            Sends each line of standard input as a message, and prints the answer before it reads the
            next line. On a terminal, first shows what was said last. Ctrl-D ends the command, not
            the session; Ctrl-C interrupts a running turn and ends the command.

            Reads to the end of the input also after a turn that failed, unless a script sends it.
            To send one message, use 'otters prompt -s SESSION'.\
            """)
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(
            SessionCommands.CONTEXT_ID,
            Option.flag("Print only the final answers", "--no-stream"),
            Option.flag(
                "Show tool calls on standard error even if it is not a terminal", "--show-tools"))
        .example("otters session resume guide review", "Talk to an agent where you left off")
        .example(
            "otters session resume guide review < questions.txt", "Ask the questions of a file");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    String agent = invocation.arguments().first();
    String given = invocation.arguments().positional().get(1);
    SessionSummary session = SessionCommands.find(invocation, agent, given);
    Console console = invocation.console();
    boolean person = console.terminal().in() && console.terminal().err();
    if (person) {
      recall(invocation, session);
    }
    int exit = ExitCodes.OK;
    while (exit != ExitCodes.INTERRUPTED && (person || exit == ExitCodes.OK)) {
      Optional<String> line = console.nextLine(console.styled(Style.DIM, "> "));
      if (line.isEmpty()) {
        break;
      }
      if (!line.get().isEmpty()) {
        exit = ask(invocation, session, line.get());
      }
    }
    if (person) {
      console.note("");
    }
    return exit;
  }

  private static void recall(Invocation invocation, SessionSummary session) throws IOException {
    Console console = invocation.console();
    TranscriptPrinter printer = new TranscriptPrinter(console);
    SessionLog.read(
        invocation.daemon(),
        session.agent(),
        session.id(),
        Math.max(0, session.events() - LAST),
        event -> {
          printer.event(event);
          return !console.isDeaf();
        });
    printer.end();
  }

  private static int ask(Invocation invocation, SessionSummary session, String text) {
    Conversation conversation =
        new Conversation(invocation, session.agent(), session.id(), Optional.empty())
            .withScratchpads(invocation.arguments().many("--context-id"));
    try (Interrupts.Handle _ = conversation.interruptible()) {
      TurnResult result =
          conversation.ask(text, List.of(), null, Prompt.display(invocation, false));
      Prompt.print(invocation, result, false);
      return Prompt.exit(invocation, result, false);
    }
  }
}
