package dev.otters.cli.commands.registry;

import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for registry logins. */
public final class RegistryCommands {
  private RegistryCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(new Login(), new Logout());
  }
}
