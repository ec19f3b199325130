package dev.otters.cli.commands.resources;

import dev.otters.api.durable.DurableFile;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The commands for the durable files of agents, and for the drafts of sessions. */
public final class ResourceCommands {
  static final Argument FILE = Argument.one("FILE", "Path of the durable file, such as SOUL.md");
  static final Argument DRAFT = Argument.one("DRAFT", "Path of the draft, such as SOUL.md");
  static final Option TO =
      Option.one("FILE", "Durable file (default the one that the draft was copied from)", "--to");

  private ResourceCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(
        new ResourcesLs(),
        new ResourcesRead(),
        new ResourcesWrite(),
        new ResourcesVersions(),
        new ResourcesRestore(),
        new ResourcesAttachments(),
        new ResourcesStage(),
        new ResourcesDrafts(),
        new ResourcesCompare(),
        new ResourcesPromote());
  }

  /** Returns the route of the drafts of the session that the second argument names. */
  static Route drafts(Invocation invocation, String... more) {
    return more.length == 0
        ? ofSession(invocation, "drafts")
        : ofSession(invocation, "drafts", more[0]);
  }

  /** Returns a route of the session that the second argument names. */
  static Route ofSession(Invocation invocation, String... more) {
    String agent = invocation.arguments().first();
    String session =
        SessionCommands.find(invocation, agent, invocation.arguments().positional().get(1)).id();
    return Route.of(
        Stream.concat(Stream.of("agents", agent, "sessions", session), Stream.of(more))
            .toArray(String[]::new));
  }

  /** Returns the route of the durable files of the agent that the first argument names. */
  static Route files(Invocation invocation, String more) {
    return Route.of("agents", invocation.arguments().first(), "resources", more);
  }

  static Table table(List<DurableFile> files) {
    Instant now = Instant.now();
    Table table = new Table("VERSION", "PATH", "SIZE", "SHA256", "ORIGIN", "SESSION", "WRITTEN");
    for (DurableFile file : files) {
      table.row(
          file.version(),
          file.path(),
          Sizes.of(file.bytes()),
          file.sha256().substring(0, Math.min(12, file.sha256().length())),
          file.restored() == null ? file.origin() : file.origin() + " of " + file.restored(),
          file.session().isEmpty() ? "-" : file.session(),
          Times.ago(file.createdAt(), now));
    }
    return table;
  }

  static int printWritten(Invocation invocation, Object result, List<DurableFile> written) {
    return invocation.print(
        result,
        () ->
            written.forEach(
                file ->
                    invocation
                        .console()
                        .line(
                            Console.harmless(
                                "wrote " + file.path() + ", version " + file.version()))));
  }
}
