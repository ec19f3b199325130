package dev.otters.cli.commands.outcome;

import dev.otters.api.Json;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.outcome.OutcomeView;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;

final class OutcomeSet implements RunnableCommand {
  private static final int MOST = 900_000;

  @Override
  public Command command() {
    return Command.of("outcome set", Group.SESSIONS, "Define what a session shall achieve")
        .details(
            "Reads a JSON file with a title and criteria. Each criterion has a text, and a check"
                + " unless you decide about it. While the outcome is not met, the agent cannot"
                + " promote or restore durable files in this session.")
        .arguments(
            SessionCommands.AGENT,
            SessionCommands.SESSION,
            Argument.one("FILE", "JSON file on this machine, or - for standard input"))
        .options(Invocation.OUTPUT)
        .example("otters outcome set editor draft outcome.json", "Define an outcome");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    OutcomeDefinition wanted;
    try (InputStream in = in(invocation)) {
      wanted = Json.read(in, MOST, OutcomeDefinition.class);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "the outcome cannot be read: " + e.getMessage(),
          "Give a JSON object with a title and criteria.",
          command());
    }
    OutcomeView view =
        invocation.daemon().put(OutcomeCommands.route(invocation), wanted, OutcomeView.class);
    return invocation.print(
        view, () -> invocation.console().line(Console.harmless("outcome: " + wanted.title())));
  }

  private static InputStream in(Invocation invocation) throws IOException {
    String source = invocation.arguments().positional().get(2);
    return source.equals("-")
        ? invocation.console().in()
        : Files.newInputStream(invocation.places().file(source));
  }
}
