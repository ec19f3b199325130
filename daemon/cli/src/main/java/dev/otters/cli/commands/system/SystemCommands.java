package dev.otters.cli.commands.system;

import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for the daemon itself. */
public final class SystemCommands {
  private SystemCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(
        new Doctor(),
        new Info(),
        new Version(),
        new SystemDf(),
        new SystemPrune(),
        new SystemAudit(),
        new DaemonStop(),
        new CompletionScript());
  }
}
