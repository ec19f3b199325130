package dev.otters.cli.commands.resources;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.durable.DurableFile;
import dev.otters.api.durable.DurableFileList;
import dev.otters.api.durable.RestoreRequest;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

final class ResourcesRestore implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("resources restore", Group.AGENTS, "Write an earlier version of a file again")
        .details(
            "Writes the bytes of a version as a new version. Without an expectation, shows on a"
                + " terminal what the file is now, and asks.")
        .arguments(
            SessionCommands.AGENT,
            ResourceCommands.FILE,
            Argument.one("ID", "Version to restore, see 'otters resources versions'"))
        .options(
            Expectation.VERSION,
            Expectation.HASH,
            Expectation.ABSENT,
            Expectation.YES,
            Invocation.OUTPUT)
        .example(
            "otters resources restore editor SOUL.md 7 --expect-version 12",
            "Go back to version 7, unless the file was written after version 12");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    String path = given.positional().get(1);
    String version = given.positional().get(2);
    DurableFile wanted = wanted(invocation, path, version);
    Expectation expected = Expectation.of(given, command());
    if (expected.isEmpty()) {
      Optional<DurableFile> current = current(invocation, wanted.path());
      if (!agreed(invocation, version, current)) {
        invocation.console().note("nothing was written");
        return ExitCodes.FAILED;
      }
      expected = Expectation.current(current.orElse(null));
    }
    DurableFile written =
        invocation
            .daemon()
            .post(
                ResourceCommands.files(invocation, "restore"),
                new RestoreRequest(version, expected.version(), expected.hash(), expected.absent()),
                DurableFile.class);
    return ResourceCommands.printWritten(invocation, written, List.of(written));
  }

  /** Returns the version to restore; throws if it is one of another file. */
  private static DurableFile wanted(Invocation invocation, String path, String version) {
    Route route =
        ResourceCommands.files(invocation, "versions").with("path", path).with("limit", "100");
    return invocation.daemon().get(route, DurableFileList.class).files().stream()
        .filter(file -> file.version().equals(version))
        .findFirst()
        .orElseThrow(
            () ->
                ApiException.of(
                    ErrorCode.NOT_FOUND,
                    path + " has no version " + version,
                    "List them with 'otters resources versions'."));
  }

  private static Optional<DurableFile> current(Invocation invocation, String path) {
    Route route = Route.of("agents", invocation.arguments().first(), "resources");
    return invocation.daemon().get(route, DurableFileList.class).files().stream()
        .filter(file -> file.path().equals(path))
        .findFirst();
  }

  private boolean agreed(Invocation invocation, String version, Optional<DurableFile> current)
      throws IOException {
    if (invocation.arguments().has("--yes")) {
      return true;
    }
    Console console = invocation.console();
    if (!console.terminal().in() || !console.terminal().err()) {
      throw Expectation.missing(command());
    }
    String now =
        current
            .map(file -> file.path() + ", which has version " + file.version())
            .orElse("a file that does not exist now");
    return console.agrees(Console.harmless("Write version " + version + " to " + now + "? [y/N] "));
  }
}
