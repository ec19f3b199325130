package dev.otters.cli.commands.repo;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for the git repositories of agents. */
public final class RepoCommands {
  static final Argument NAME = Argument.one("NAME", "Name of the repository");

  private RepoCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(new RepoAdd(), new RepoLs(), new RepoRefresh(), new RepoRm());
  }

  static Route repos(String agent) {
    return Route.of("agents", agent, "repos");
  }

  static Route repo(String agent, String name) {
    return Route.of("agents", agent, "repos", name);
  }
}
