package dev.otters.cli.commands.repo;

import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;

final class RepoRefresh implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("repo refresh", Group.AGENTS, "Clone a git repository of an agent again")
        .details(
            "The agent gets the commit that the branch or tag has now, when no turn runs. If that"
                + " fails, it keeps the one it has. What it changed is lost only with --discard.")
        .arguments(SessionCommands.AGENT, RepoCommands.NAME)
        .options(
            Option.flag("Lose what the agent changed in a repository with --rw", "--discard"),
            Invocation.OUTPUT)
        .example("otters repo refresh guide docs", "Clone it again");
  }

  @Override
  public int run(Invocation invocation) {
    String agent = invocation.arguments().first();
    String name = invocation.arguments().positional().get(1);
    return RepoAdd.print(
        invocation,
        RepoAdd.work(
            invocation,
            Route.of("agents", agent, "repos", name, "refresh")
                .when(invocation.arguments().has("--discard"), "discard"),
            Content.none()));
  }
}
