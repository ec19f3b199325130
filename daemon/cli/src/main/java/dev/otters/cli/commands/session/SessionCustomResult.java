package dev.otters.cli.commands.session;

import dev.otters.api.session.CustomResult;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Sizes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

final class SessionCustomResult implements RunnableCommand {
  private static final int MOST_BYTES = 900_000;

  @Override
  public Command command() {
    return Command.of("session custom-result", Group.SESSIONS, "Answer a call of your own tool")
        .details(
            "Sends the result of a call of a tool that 'otters session create --tool' brought. The"
                + " agent goes on when all calls have their results. Sending the same result again"
                + " changes nothing.")
        .arguments(
            SessionCommands.AGENT,
            SessionCommands.SESSION,
            Argument.one("CALL", "Id of 'otters approvals', such as c7"),
            Argument.one("TEXT", "What the model reads; for -, standard input is read"))
        .options(Option.flag("Tell the model that the call failed", "--error"))
        .example("otters session custom-result guide trip c7 \"12 °C, rain\"", "Answer a call")
        .example(
            "./weather Bergen | otters session custom-result guide trip c7 -",
            "Answer a call with the output of a program")
        .example(
            "otters session custom-result --error guide trip c7 \"There is no such city.\"",
            "Tell the model that the call failed");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    String agent = given.first();
    String session = SessionCommands.find(invocation, agent, given.positional().get(1)).id();
    String call = given.positional().get(2);
    String text = given.positional().get(3);
    CustomResult result =
        new CustomResult(
            text.equals("-") ? read(invocation.console()) : text, given.has("--error"));
    invocation
        .daemon()
        .post(
            Route.of("agents", agent, "sessions", session, "custom-calls", call),
            new Content.Message(result));
    invocation.console().line(Console.harmless("answered " + call));
    return ExitCodes.OK;
  }

  private String read(Console console) throws IOException {
    byte[] bytes = console.in().readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new UsageException(
          "the result is larger than " + Sizes.of(MOST_BYTES),
          "Send the part that the model needs.",
          command());
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
