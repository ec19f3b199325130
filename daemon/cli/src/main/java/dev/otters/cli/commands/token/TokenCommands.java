package dev.otters.cli.commands.token;

import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for the tokens that applications get. */
public final class TokenCommands {
  private TokenCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(new TokenCreate(), new TokenLs(), new TokenRm());
  }
}
