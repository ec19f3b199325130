package dev.otters.cli.commands;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.cli.command.Exit;
import dev.otters.cli.console.ProblemText;
import java.util.List;
import java.util.function.Consumer;

/** Does the same with several names and goes on after a failure. */
final class Each {
  private Each() {}

  /** Returns the exit code of the first failure, 0 when there was none. */
  static int of(Invocation invocation, List<String> names, Consumer<String> action) {
    int exit = Exit.OK;
    for (String name : names) {
      try {
        action.accept(name);
      } catch (ApiException e) {
        ErrorCode code = e.problem().code();
        if (code == ErrorCode.DAEMON_UNREACHABLE || names.size() == 1) {
          throw e;
        }
        ProblemText.print(invocation.console(), e.problem());
        exit = exit == Exit.OK ? code.exitCode() : exit;
      }
    }
    return exit;
  }
}
