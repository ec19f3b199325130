package dev.otters.cli.commands.session;

import dev.otters.api.session.JsonLines;
import dev.otters.api.session.MessageFile;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.OutputFile;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.turn.SessionLog;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

final class SessionExport implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session export", Group.SESSIONS, "Write a session as JSON Lines")
        .details(
            """
            The first line is a header. Each other line is a message, a file of the message that
            follows, a tool call, a tool result, or the end of a turn, and names the line before it as its parent. A running turn is written
            as far as it has come.\
            """)
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(
            Option.one("FILE", "File to write (default - for standard output)", "-o", "--file"))
        .example("otters session export -o review.jsonl guide review", "Export to a file")
        .example(
            "otters session export guide review | jq -r 'select(.role==\"assistant\") | .content'",
            "Print what the agent said");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    SessionSummary session =
        SessionCommands.find(
            invocation, invocation.arguments().first(), invocation.arguments().positional().get(1));
    String file = invocation.arguments().one("--file").orElse("-");
    if (file.equals("-")) {
      Console console = invocation.console();
      boolean person = console.terminal().out();
      write(
          invocation,
          session,
          line -> {
            console.line(person ? Console.harmless(line) : line);
            return !console.isDeaf();
          });
    } else {
      Path path = invocation.places().resolve(file);
      OutputFile.write(invocation, path, out -> write(invocation, session, out));
      invocation.console().line("exported " + path);
    }
    return ExitCodes.OK;
  }

  private interface Lines {
    /** Returns whether to write on. */
    boolean add(String line) throws IOException;
  }

  private static void write(Invocation invocation, SessionSummary session, OutputStream out)
      throws IOException {
    try (BufferedOutputStream buffer = new BufferedOutputStream(out, 1 << 16)) {
      write(
          invocation,
          session,
          line -> {
            buffer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            return true;
          });
    }
  }

  private static void write(Invocation invocation, SessionSummary session, Lines lines)
      throws IOException {
    JsonLines rows = new JsonLines();
    if (lines.add(JsonLines.header(session, invocation.environment().version()))) {
      SessionLog.read(
          invocation.daemon(),
          session.agent(),
          session.id(),
          0,
          event -> {
            for (MessageFile file : event.files()) {
              String data =
                  SentFiles.read(invocation, session.agent(), session.id(), file.sha256());
              if (!lines.add(rows.file(event, file, data))) {
                return false;
              }
            }
            Optional<String> row = rows.line(event);
            return row.isEmpty() || lines.add(row.get());
          });
    }
  }
}
