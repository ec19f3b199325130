package dev.otters.cli.commands;

import dev.otters.api.resource.NamespacePurge;
import dev.otters.api.resource.Purged;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.console.Console;
import java.io.IOException;

/**
 * Deletes what agents stored in a namespace.
 *
 * @param name the name of the command
 * @param things what it deletes, which is also the name of their route
 */
public record PurgeCommand(String name, String things) implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of(name, Group.AGENTS, "Delete all " + things + " of a namespace")
        .details("On a terminal, asks first.")
        .arguments(Argument.one("NAMESPACE", "The namespace, such as app/user/u_123"))
        .options(
            Option.flag("Also those of the namespaces below it", "-r", "--recursive"),
            Option.flag("Do not ask", "-f", "--force"),
            Invocation.OUTPUT)
        .example(
            "otters " + name + " -r app/user/u_123",
            "Delete the " + things + " of a user of your app");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    String namespace = invocation.arguments().first();
    boolean recursive = invocation.arguments().has("--recursive");
    Console console = invocation.console();
    if (!invocation.arguments().has("--force") && !agreed(console, namespace, recursive)) {
      console.note("nothing was removed");
      return ExitCodes.FAILED;
    }
    Purged purged =
        invocation
            .daemon()
            .post(
                Route.of(things, "purge"), new NamespacePurge(namespace, recursive), Purged.class);
    return invocation.print(purged, () -> console.line("removed " + purged.deleted()));
  }

  private boolean agreed(Console console, String namespace, boolean recursive) throws IOException {
    if (!console.terminal().in() || !console.terminal().err()) {
      return true;
    }
    String what = recursive ? namespace + " and all below it" : namespace;
    return console.agrees(Console.harmless("Delete the " + things + " of " + what + "? [y/N] "));
  }
}
