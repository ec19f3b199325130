package dev.otters.cli.commands.learning;

import dev.otters.cli.client.Route;
import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for what agents learned. */
public final class LearningCommands {
  private LearningCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(new LearningsLs(), new LearningsRm());
  }

  static Route of(String agent) {
    return Route.of("agents", agent, "learnings");
  }
}
