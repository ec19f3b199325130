package dev.otters.cli.commands.vault;

import dev.otters.api.vault.VaultValue;
import dev.otters.api.vault.VaultView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.local.PipedSecret;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;

final class VaultSet implements RunnableCommand {
  /** More than the daemon accepts, so that it words the refusal. */
  private static final int MOST = 1 << 17;

  @Override
  public Command command() {
    return Command.of("vault set", Group.SYSTEM, "Set the value of a vault")
        .details(
            "Asks for the value on a terminal, else reads it from standard input, without one line"
                + " end at its end. The next call of a tool with this vault gets the value.")
        .arguments(VaultCommands.NAME)
        .example("otters vault set github", "Ask for a value")
        .example("otters vault set github < token.txt", "Read a value from a file");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    String name = invocation.arguments().first();
    String value = value(invocation.console(), name);
    if (value.isEmpty()) {
      throw UsageException.of(
          "no value is given", "Read it from a file, as in 'otters vault set NAME < FILE'.");
    }
    VaultView set =
        invocation.daemon().put(Route.of("vaults", name), new VaultValue(value), VaultView.class);
    invocation.console().line(Console.harmless("set " + set.name()));
    return ExitCodes.OK;
  }

  private static String value(Console console, String name) throws IOException {
    if (console.terminal().in()) {
      return console.secret(Console.harmless("Value of " + name + ": ")).orElse("");
    }
    byte[] bytes = console.in().readNBytes(MOST);
    try {
      return PipedSecret.text(bytes);
    } catch (CharacterCodingException _) {
      throw UsageException.of(
          "the value on standard input is not text", "Use base64 for other values.");
    }
  }
}
