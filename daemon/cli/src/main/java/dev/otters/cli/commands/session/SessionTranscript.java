package dev.otters.cli.commands.session;

import dev.otters.api.Json;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Yaml;
import dev.otters.cli.turn.SessionLog;
import dev.otters.cli.turn.TranscriptPrinter;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

final class SessionTranscript implements RunnableCommand {
  private static final Set<EventType> SAID =
      EnumSet.of(
          EventType.USER_MESSAGE,
          EventType.USER_INTERRUPT,
          EventType.AGENT_MESSAGE,
          EventType.PROPOSED,
          EventType.REJECTED,
          EventType.TOOL_USE,
          EventType.TOOL_RESULT,
          EventType.CUSTOM_TOOL_USE,
          EventType.CUSTOM_TOOL_RESULT,
          EventType.APPROVAL_REQUESTED,
          EventType.APPROVAL_GRANTED,
          EventType.APPROVAL_DENIED,
          EventType.APPROVAL_EXPIRED,
          EventType.USER_DEFINE_OUTCOME,
          EventType.USER_OUTCOME_VERDICT,
          EventType.USER_OUTCOME_OVERRIDE,
          EventType.WAKE_SCHEDULED,
          EventType.WAKE_CANCELLED,
          EventType.WAKE_FIRED,
          EventType.COMPACTED,
          EventType.ERROR);

  @Override
  public Command command() {
    return Command.of("session transcript", Group.SESSIONS, "Show what was said in a session")
        .details(
            "Prints the messages of the user and of the agent, and one line for each tool call,"
                + " which says why if it did not run. JSON holds the events of the log, with the"
                + " output of the tools.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.OUTPUT)
        .example("otters session transcript guide review", "Read a conversation")
        .example(
            "otters session transcript --output json guide review | jq -r '.[].body.text'",
            "Print only the texts");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Console console = invocation.console();
    if (invocation.yaml()) {
      read(invocation, SessionTranscript::said, event -> console.line(Yaml.write(List.of(event))));
    } else if (invocation.json()) {
      StringBuilder separator = new StringBuilder("[\n");
      read(
          invocation,
          SessionTranscript::said,
          event -> {
            console.text(separator + Json.write(event));
            separator.setLength(0);
            separator.append(",\n");
          });
      console.line(separator.charAt(0) == '[' ? "[]" : "\n]");
    } else {
      TranscriptPrinter printer = new TranscriptPrinter(console);
      read(invocation, _ -> true, printer::event);
      printer.end();
    }
    return ExitCodes.OK;
  }

  private static boolean said(SessionEvent event) {
    return event.type() != null && SAID.contains(event.type());
  }

  /** Reads the wanted events, unless the reader of standard output has enough. */
  private static void read(
      Invocation invocation, Predicate<SessionEvent> wanted, Consumer<SessionEvent> use)
      throws IOException {
    SessionLog.read(
        invocation.daemon(),
        invocation.arguments().first(),
        invocation.arguments().positional().get(1),
        0,
        event -> {
          if (wanted.test(event)) {
            use.accept(event);
          }
          return !invocation.console().isDeaf();
        });
  }
}
