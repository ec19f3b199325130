package dev.otters.cli.commands.vault;

import dev.otters.api.vault.VaultValue;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;

final class VaultReveal implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("vault reveal", Group.SYSTEM, "Print the value of a vault")
        .details("'otters system audit' shows who did that and when.")
        .arguments(VaultCommands.NAME)
        .example("otters vault reveal github", "Print a value");
  }

  @Override
  public int run(Invocation invocation) {
    String name = invocation.arguments().first();
    VaultValue found =
        invocation.daemon().post(Route.of("vaults", name, "reveal"), VaultValue.class);
    Console console = invocation.console();
    console.line(console.terminal().out() ? Console.harmless(found.value()) : found.value());
    return ExitCodes.OK;
  }
}
