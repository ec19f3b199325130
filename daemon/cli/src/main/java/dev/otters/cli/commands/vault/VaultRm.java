package dev.otters.cli.commands.vault;

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
import java.util.List;

final class VaultRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("vault rm", Group.SYSTEM, "Remove the values of one or more vaults")
        .details("On a terminal, asks first. Calls of tools with such a vault then fail.")
        .arguments(Argument.some("NAME", "Name of the vault"))
        .options(Option.flag("Do not ask", "-f", "--force"))
        .example("otters vault rm github", "Remove a value");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    List<String> names = invocation.arguments().positional();
    if (!invocation.arguments().has("--force") && !agreed(invocation.console(), names)) {
      invocation.console().note("nothing was removed");
      return ExitCodes.FAILED;
    }
    return invocation.forEach(
        names,
        name -> {
          invocation.daemon().delete(Route.of("vaults", name));
          invocation.console().line(Console.harmless("removed " + name));
        });
  }

  private static boolean agreed(Console console, List<String> names) throws IOException {
    if (!console.terminal().in() || !console.terminal().err()) {
      return true;
    }
    String list = String.join(", ", names);
    return console.agrees(Console.harmless("Remove the values of " + list + "? [y/N] "));
  }
}
