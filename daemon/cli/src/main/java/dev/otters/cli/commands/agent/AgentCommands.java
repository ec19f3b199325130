package dev.otters.cli.commands.agent;

import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for agents. */
public final class AgentCommands {
  private AgentCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(
        new Run(),
        new Ps(),
        new Prompt(),
        new Logs(),
        new Start(),
        new Stop(),
        new Rm(),
        new Inspect());
  }
}
