package dev.otters.cli.commands.memory;

import dev.otters.api.memory.MemoryPurge;
import dev.otters.api.memory.MemoryPurged;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.io.IOException;

final class MemoryPurgeCommand implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("memory purge", Group.AGENTS, "Delete all memories of a namespace")
        .details("On a terminal, asks first.")
        .arguments(Argument.one("NAMESPACE", "The namespace, such as app/user/u_123"))
        .options(
            Option.flag("Also those of the namespaces below it", "-r", "--recursive"),
            Option.flag("Do not ask", "-f", "--force"),
            Invocation.OUTPUT)
        .example(
            "otters memory purge -r app/user/u_123", "Delete everything about a user of your app");
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
    MemoryPurged purged =
        invocation
            .daemon()
            .post(
                Route.of("memories", "purge"),
                new MemoryPurge(namespace, recursive),
                MemoryPurged.class);
    return invocation.print(purged, () -> console.line("removed " + purged.deleted()));
  }

  private static boolean agreed(Console console, String namespace, boolean recursive)
      throws IOException {
    if (!console.terminal().in() || !console.terminal().err()) {
      return true;
    }
    String what = recursive ? namespace + " and all below it" : namespace;
    return console.agrees(Console.harmless("Delete the memories of " + what + "? [y/N] "));
  }
}
