package dev.otters.cli.commands;

import dev.otters.api.Problem;
import dev.otters.cli.command.Command;
import java.io.IOException;

/** A command of the program: its description and its action. */
public interface RunnableCommand {
  /** Returns the description. */
  Command command();

  /**
   * Runs the command and returns the exit code.
   *
   * @throws dev.otters.api.ApiException when the daemon refuses
   * @throws IOException when a local file cannot be read or written
   */
  int run(Invocation invocation) throws IOException;

  /** Returns the exit code for a problem that ended the command. */
  default int exitCode(Problem problem) {
    return problem.code().exitCode();
  }
}
