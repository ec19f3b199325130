package dev.otters.cli.commands.scratch;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for scratchpads, which the API calls context stores. */
public final class ContextStoreCommands {
  static final Argument PAD = Argument.one("ID", "Id of the scratchpad");

  private ContextStoreCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(
        new ContextStoreLs(),
        new ContextStoreShow(),
        new ContextStoreAdd(),
        new ContextStoreClear());
  }

  static Route pads() {
    return Route.of("context-stores");
  }

  static Route pad(String id) {
    return Route.of("context-stores", id);
  }
}
