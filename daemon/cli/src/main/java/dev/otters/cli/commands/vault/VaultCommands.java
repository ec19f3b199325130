package dev.otters.cli.commands.vault;

import dev.otters.cli.command.Argument;
import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for vaults. */
public final class VaultCommands {
  static final Argument NAME = Argument.one("NAME", "Name of the vault");

  private VaultCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(new VaultSet(), new VaultLs(), new VaultRm(), new VaultReveal());
  }
}
