package dev.otters.cli.commands.resources;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.OutputFile;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.Optional;

final class ResourcesRead implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("resources read", Group.AGENTS, "Write the bytes of a durable file")
        .arguments(SessionCommands.AGENT, ResourceCommands.FILE)
        .options(
            Option.one("ID", "Version of the file, see 'otters resources versions'", "--at"),
            Option.one("FILE", "File to write (default - for standard output)", "-o", "--file"))
        .example("otters resources read editor SOUL.md", "Show the file as it is now")
        .example(
            "otters resources read editor logo.png --at 7 -o logo.png", "Keep an earlier version");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Route route =
        ResourceCommands.files(invocation, "content")
            .with("path", invocation.arguments().positional().get(1));
    invocation.arguments().one("--at").ifPresent(id -> route.with("version", id));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    invocation.daemon().download(route, bytes, _ -> {});
    String file = invocation.arguments().one("--file").orElse("-");
    Console console = invocation.console();
    if (!file.equals("-")) {
      Path path = invocation.places().resolve(file);
      OutputFile.write(invocation, path, bytes::writeTo);
      console.line(Console.harmless("wrote " + path));
    } else if (console.terminal().out()) {
      console.text(
          text(bytes.toByteArray())
              .map(Console::harmless)
              .orElseThrow(
                  () ->
                      UsageException.of(
                          "the file is not a text",
                          "Name a file with -o, or redirect standard output.")));
    } else {
      bytes.writeTo(console.bytes());
      console.bytes().flush();
    }
    return ExitCodes.OK;
  }

  private static Optional<String> text(byte[] bytes) {
    try {
      return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }
}
