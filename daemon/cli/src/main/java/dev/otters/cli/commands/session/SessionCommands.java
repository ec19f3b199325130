package dev.otters.cli.commands.session;

import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for sessions. */
public final class SessionCommands {
  private SessionCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(new SessionLs());
  }
}
