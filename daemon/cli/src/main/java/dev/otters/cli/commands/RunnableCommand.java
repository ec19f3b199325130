package dev.otters.cli.commands;

import dev.otters.cli.command.Command;
import java.io.IOException;

/** A command of the program: its data, and what it does. */
public interface RunnableCommand {
  /** Returns its data. */
  Command command();

  /**
   * Does it and returns the exit code.
   *
   * @throws dev.otters.api.ApiException when the daemon refuses
   * @throws IOException when something on this machine cannot be read
   */
  int run(Invocation invocation) throws IOException;
}
