package dev.otters.cli.commands.resources;

import dev.otters.api.durable.DurableFile;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

final class ResourcesWrite implements RunnableCommand {
  /** The limit of the daemon on files; one byte more lets it say so. */
  private static final int MOST = (1 << 20) + 1;

  @Override
  public Command command() {
    return Command.of("resources write", Group.AGENTS, "Write a durable file")
        .details(
            "Writes the bytes of a file, or of standard input, if the durable file is as you expect"
                + " it to be. The next turn of the agent reads it.")
        .arguments(
            SessionCommands.AGENT,
            ResourceCommands.FILE,
            Argument.one("SOURCE", "File on this machine, or - for standard input"))
        .options(Expectation.VERSION, Expectation.HASH, Expectation.ABSENT, Invocation.OUTPUT)
        .example("otters resources write editor notes/style.md style.md --absent", "Add a new file")
        .example(
            "otters resources write editor SOUL.md - --expect-version 7",
            "Replace version 7 by what standard input has");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    Expectation expected = Expectation.of(given, command());
    if (expected.isEmpty()) {
      throw Expectation.missing(command());
    }
    byte[] bytes = bytes(invocation, given.positional().get(2));
    Route route =
        ResourceCommands.files(invocation, "content").with("path", given.positional().get(1));
    expected.add(route);
    DurableFile written =
        invocation
            .daemon()
            .upload(
                route, new Content.Bytes(bytes.length, out -> out.write(bytes)), DurableFile.class);
    return ResourceCommands.printWritten(invocation, written, List.of(written));
  }

  private static byte[] bytes(Invocation invocation, String source) throws IOException {
    if (source.equals("-")) {
      return invocation.console().in().readNBytes(MOST);
    }
    try (var in = Files.newInputStream(invocation.places().file(source))) {
      return in.readNBytes(MOST);
    }
  }
}
