package dev.otters.cli.commands.system;

import dev.otters.api.system.VersionView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import org.jspecify.annotations.Nullable;

final class Version implements RunnableCommand {
  /** The output of {@code --output json}. */
  record Versions(String client, @Nullable VersionView daemon) {}

  @Override
  public Command command() {
    return Command.of("version", Group.SYSTEM, "Show the versions of the command and of the daemon")
        .details("Does not start the daemon.")
        .options(Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters version", "Show both versions");
  }

  @Override
  public int run(Invocation invocation) {
    Console console = invocation.console();
    String client = invocation.environment().version();
    VersionView daemon =
        invocation
            .runningDaemon()
            .map(d -> d.get(Route.of("version"), VersionView.class))
            .orElse(null);
    if (invocation.json()) {
      return invocation.printJson(new Versions(client, daemon));
    }
    console.line("Client: " + client);
    console.line("Daemon: " + (daemon == null ? "not running" : Console.harmless(text(daemon))));
    return ExitCodes.OK;
  }

  static String text(VersionView version) {
    String speaks = "API " + version.api() + ", protocol " + version.protocol();
    return version.version() + " (" + speaks + ", Java " + version.java() + ")";
  }
}
